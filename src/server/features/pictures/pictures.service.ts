import { setTimeout as wait } from "node:timers/promises";

import type { PictureRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { notFound, tooMany, unavailable } from "#server/errors.ts";
import { fetchFor } from "#server/features/sources/sources.service.ts";
import { checkFoundImage } from "#server/features/uploads/uploads.service.ts";
import { SingleFlight } from "#server/kernel/async/promises.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { onBehalfOf } from "#server/outside/http/politeness.ts";
import type { User } from "#shared/accounts/users.ts";
import { IMAGE_TYPES } from "#shared/pictures/image-rules.ts";

import {
  deletePictures,
  findPicture,
  findPictureState,
  isAddressInUse,
  listPicturesByUse,
  saveFailure,
  sumPictureSizes,
  updatePicture,
  upsertPicture,
} from "./pictures.queries.ts";

/**
 * Maximum wait for another site. Browsers make six requests at a time, so slow pictures would block the page's own
 * requests.
 */
const MAX_WAIT_MS = 3000;
const RETRY_AFTER_SECONDS = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** `checkPicture` repeats a failed fetch only after this time. */
const MIN_RETRY_AGE_MS = 60_000;

interface Picture {
  bytes: Uint8Array;
  mediaType: string;
  etag: string;
}

/**
 * Returns the picture at an external URL that an item uses, cached or fetched. Throws 404 with the reason if there is
 * none, and 503 while it is being fetched.
 */
export async function getPicture(app: App, user: User, url: string): Promise<Picture> {
  const stored = await findPicture(app.db, url);
  const shown = toPicture(stored);
  if (stored && shown) {
    await recordView(app, stored);
    // Shows the old picture, because a long wait would be worse.
    if (isDue(app, stored)) refreshInBackground(app, user, stored);
    return shown;
  }
  if (stored && !isDue(app, stored)) throw notFound(stored.error ?? "");
  if (!(await isAddressInUse(app.db, url))) throw notFound("Image not found");
  const fetched = await Promise.race([
    fetchPicture(app, user, { url, seen: stored ?? null }),
    wait(MAX_WAIT_MS, null, { ref: false }),
  ]);
  if (!fetched) throw unavailable("This image is still loading. Try again in a moment.", RETRY_AFTER_SECONDS);
  const picture = toPicture(fetched);
  if (!picture) throw notFound(fetched.error ?? "");
  return picture;
}

/** Returns why a picture with a newly entered URL can't be shown, as a sentence, or null if it can. */
export async function checkPicture(app: App, user: User, url: string): Promise<{ error: string | null }> {
  const stored = await findPictureState(app.db, url);
  const age = stored ? app.now().getTime() - Date.parse(stored.fetchedAt) : Infinity;
  if (stored && (stored.error === null || (age >= 0 && age < MIN_RETRY_AGE_MS)))
    return { error: stored.error };
  const { error } = await fetchFor(app, user, () => fetchPicture(app, user, { url, seen: stored ?? null }));
  return { error };
}

const toPicture = (row: PictureRow | undefined): Picture | null =>
  row?.bytes && row.mediaType
    ? { bytes: row.bytes, mediaType: row.mediaType, etag: `"${Date.parse(row.fetchedAt).toString(36)}"` }
    : null;

/** A time of fetching in the future means that the clock was set back. */
function isDue(app: App, { fetchedAt, nextFetchAt }: PictureRow): boolean {
  const now = app.now().getTime();
  return Date.parse(nextFetchAt) <= now || Date.parse(fetchedAt) > now;
}

/** Records the view of a picture at most once a day, so that viewing rarely writes. */
async function recordView(app: App, { url, shownAt }: PictureRow): Promise<void> {
  if (app.now().getTime() - Date.parse(shownAt) < DAY_MS) return;
  await updatePicture(app.db, url, { shownAt: app.now().toISOString() }).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't record the view of an image");
  });
}

function refreshInBackground(app: App, user: User, stored: PictureRow): void {
  const { url } = stored;
  fetchPicture(app, user, { url, seen: stored }).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't refresh an image");
  });
}

/** Age at which a picture is fetched again. The old one is shown until then. */
const REFRESH_AGE_MS = 30 * DAY_MS;
/** Time for which a failure is cached. Shorter for errors that may soon disappear. */
const TEMPORARY_ERROR_MS = HOUR_MS;
const PERMANENT_ERROR_MS = DAY_MS;
/** Size of a row without its bytes, so that failures count too. */
const ROW_BYTES = 1000;
/** Larger than the number of pictures on any page. */
const MAX_FETCHES_PER_USER = 60;
const BUSY_SECONDS = 5;
/** Share of the size limit that remains filled after an eviction, so that not every new picture causes one. */
const FILLED_SHARE = 0.9;

const fetches = new SingleFlight<PictureRow>();
const fetchesByUser = new Map<string, number>();

/**
 * Fetches a picture, checks it like an upload, and stores the picture or the error. Concurrent callers share one fetch.
 * Doesn't fetch if the stored picture is another than `seen`. Throws 429 if the user has too many requests.
 */
async function fetchPicture(
  app: App,
  user: User,
  { url, seen }: { url: string; seen: Pick<PictureRow, "fetchedAt"> | null },
): Promise<PictureRow> {
  await app.limits.pictures.count(user.id);
  const running = fetchesByUser.get(user.id) ?? 0;
  if (running >= MAX_FETCHES_PER_USER) throw tooMany(BUSY_SECONDS);
  fetchesByUser.set(user.id, running + 1);
  try {
    return await onBehalfOf(user.id, () => fetches.run(app, url, () => fetchUnlessStored(app, url, seen)));
  } finally {
    const remaining = (fetchesByUser.get(user.id) ?? 1) - 1;
    if (remaining > 0) fetchesByUser.set(user.id, remaining);
    else fetchesByUser.delete(user.id);
  }
}

/** Fetches a picture, unless another request has fetched it since the caller checked. */
async function fetchUnlessStored(
  app: App,
  url: string,
  seen: Pick<PictureRow, "fetchedAt"> | null,
): Promise<PictureRow> {
  const stored = await findPicture(app.db, url);
  return stored && stored.fetchedAt !== seen?.fetchedAt ? stored : fetchAndStore(app, url);
}

async function fetchAndStore(app: App, url: string): Promise<PictureRow> {
  const fetched = await fetchNow(app, url);
  // Returns the picture to the user without storing it.
  if (await app.storage.isLow()) return fetched;
  const stored = fetched.bytes ? undefined : await findPicture(app.db, url);
  let shown = stored?.bytes ? stored : fetched;
  try {
    if (fetched.bytes) await upsertPicture(app.db, fetched);
    else shown = await saveFailure(app.db, fetched);
    await makeRoom(app, url);
  } catch (error) {
    // A full disk must not prevent the user from seeing the picture.
    app.log.warn({ err: error, url }, "couldn't store an image");
  }
  return shown;
}

async function fetchNow(app: App, url: string): Promise<PictureRow> {
  const row = (found: Pick<PictureRow, "mediaType" | "error" | "bytes">, cacheMs: number): PictureRow => ({
    url,
    ...found,
    size: ROW_BYTES + (found.bytes?.length ?? 0),
    fetchedAt: app.now().toISOString(),
    nextFetchAt: new Date(app.now().getTime() + cacheMs).toISOString(),
    shownAt: app.now().toISOString(),
  });
  const failure = (message: string, cacheMs: number) =>
    row({ mediaType: null, error: message, bytes: null }, cacheMs);
  try {
    const found = await checkFoundImage(app, await app.integrations.pictures.fetch(url));
    if ("error" in found) return failure(found.error, PERMANENT_ERROR_MS);
    return row({ mediaType: IMAGE_TYPES[found.extension], error: null, bytes: found.bytes }, REFRESH_AGE_MS);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    app.log.info({ detail: error.detail }, "couldn't fetch an image");
    return failure(describeError(error), isTemporary(error) ? TEMPORARY_ERROR_MS : PERMANENT_ERROR_MS);
  }
}

/** Describes an error to users. Internal addresses look like those that don't answer in time. */
function describeError({ kind, status }: OutboundError): string {
  if (kind === "too large") return "This image is larger than 5 MB.";
  if (status === 404 || status === 410) return "There's no image at this address.";
  if (status === 401 || status === 403) return "This site doesn't allow other programs to load this image.";
  return "Couldn't reach this address.";
}

const isTemporary = ({ kind, status }: OutboundError): boolean =>
  kind === "unreachable" || kind === "too slow" || (status !== null && (status === 429 || status >= 500));

/** Evicts the least needed pictures if the total size exceeds the limit. */
async function makeRoom(app: App, newest: string): Promise<void> {
  const limit = app.config.pictureCacheBytes;
  let total = await sumPictureSizes(app.db);
  if (total <= limit) return;
  const evicted: string[] = [];
  for (const { url, size } of await listPicturesByUse(app.db)) {
    if (total <= limit * FILLED_SHARE) break;
    if (url === newest) continue;
    evicted.push(url);
    total -= size;
  }
  await deletePictures(app.db, evicted);
}
