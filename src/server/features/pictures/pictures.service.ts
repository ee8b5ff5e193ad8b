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
  findPictureFacts,
  isAddressInUse,
  listPicturesByUse,
  saveFailure,
  sumPictureSizes,
  updatePicture,
  upsertPicture,
} from "./pictures.queries.ts";

/**
 * Longest wait for another site. A browser makes six requests at a time, and slow pictures must not block the page's
 * own.
 */
const PATIENCE_MS = 3000;
const TRY_AGAIN_SECONDS = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A check retries failures only if they are older than this. */
const RECHECK_MS = 60_000;

interface Picture {
  bytes: Uint8Array;
  mediaType: string;
  etag: string;
}

/**
 * Returns the picture at another site's address, cached or fetched, if one of our items uses it. Throws 404 with the
 * reason if there is none, 503 while it is being fetched.
 */
export async function getPicture(app: App, user: User, url: string): Promise<Picture> {
  const stored = await findPicture(app.db, url);
  const shown = toPicture(stored);
  if (stored && shown) {
    await noteShown(app, stored);
    // An old picture is better than a long wait.
    if (isDue(app, stored)) renewLater(app, user, stored);
    return shown;
  }
  if (stored && !isDue(app, stored)) throw notFound(stored.error ?? "");
  if (!(await isAddressInUse(app.db, url))) throw notFound("Image not found");
  const fetched = await Promise.race([
    fetchPicture(app, user, { url, seen: stored ?? null }),
    wait(PATIENCE_MS, null, { ref: false }),
  ]);
  if (!fetched) throw unavailable("This image is still loading. Try again in a moment.", TRY_AGAIN_SECONDS);
  const picture = toPicture(fetched);
  if (!picture) throw notFound(fetched.error ?? "");
  return picture;
}

/** Returns why a picture that a user just entered can't be shown, as a sentence. Returns null if it can. */
export async function checkPicture(app: App, user: User, url: string): Promise<{ error: string | null }> {
  const stored = await findPictureFacts(app.db, url);
  const age = stored ? app.now().getTime() - Date.parse(stored.fetchedAt) : Infinity;
  if (stored && (stored.error === null || (age >= 0 && age < RECHECK_MS))) return { error: stored.error };
  const { error } = await fetchFor(app, user, () => fetchPicture(app, user, { url, seen: stored ?? null }));
  return { error };
}

const toPicture = (row: PictureRow | undefined): Picture | null =>
  row?.bytes && row.mediaType
    ? { bytes: row.bytes, mediaType: row.mediaType, etag: `"${Date.parse(row.fetchedAt).toString(36)}"` }
    : null;

/** Also true if it was fetched in the future, after the clock was set back. */
function isDue(app: App, { fetchedAt, nextFetchAt }: PictureRow): boolean {
  const now = app.now().getTime();
  return Date.parse(nextFetchAt) <= now || Date.parse(fetchedAt) > now;
}

/** Rounded to the day, so that viewing a picture rarely writes. */
async function noteShown(app: App, { url, shownAt }: PictureRow): Promise<void> {
  if (app.now().getTime() - Date.parse(shownAt) < DAY_MS) return;
  await updatePicture(app.db, url, { shownAt: app.now().toISOString() }).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't record the view of an image");
  });
}

function renewLater(app: App, user: User, stored: PictureRow): void {
  const { url } = stored;
  fetchPicture(app, user, { url, seen: stored }).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't refresh an image");
  });
}

/** Age at which a picture is fetched again, while the old one is shown. */
const FRESH_MS = 30 * DAY_MS;
/** Time for which a failure is cached. Short for errors that may soon pass. */
const PASSING_ERROR_MS = HOUR_MS;
const LASTING_ERROR_MS = DAY_MS;
/** Size of a row besides its bytes, so that failures count too. */
const ROW_BYTES = 1000;
/** More pictures than any page shows at once. */
const MAX_UNDER_WAY = 60;
const BUSY_SECONDS = 5;
/** Share of the limit to which pictures are evicted, so that not every new one causes an eviction. */
const FILLED_SHARE = 0.9;

const flights = new SingleFlight<PictureRow>();
const underWay = new Map<string, number>();

/**
 * Fetches a picture, checks it like an upload and stores it or the error. Concurrent callers share one fetch. Skips it
 * if the stored picture differs from the caller's (null for none). Throws 429 for a user with too many requests.
 */
async function fetchPicture(
  app: App,
  user: User,
  { url, seen }: { url: string; seen: Pick<PictureRow, "fetchedAt"> | null },
): Promise<PictureRow> {
  await app.limits.pictures.count(user.id);
  const others = underWay.get(user.id) ?? 0;
  if (others >= MAX_UNDER_WAY) throw tooMany(BUSY_SECONDS);
  underWay.set(user.id, others + 1);
  try {
    return await onBehalfOf(user.id, () => flights.run(app, url, () => fetchUnlessThere(app, url, seen)));
  } finally {
    const rest = (underWay.get(user.id) ?? 1) - 1;
    if (rest > 0) underWay.set(user.id, rest);
    else underWay.delete(user.id);
  }
}

/** Another fetch may have finished since the caller checked. */
async function fetchUnlessThere(
  app: App,
  url: string,
  seen: Pick<PictureRow, "fetchedAt"> | null,
): Promise<PictureRow> {
  const stored = await findPicture(app.db, url);
  return stored && stored.fetchedAt !== seen?.fetchedAt ? stored : fetchAndStore(app, url);
}

async function fetchAndStore(app: App, url: string): Promise<PictureRow> {
  const fetched = await fetchNow(app, url);
  // The picture is still returned to the user.
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
  const row = (found: Pick<PictureRow, "mediaType" | "error" | "bytes">, keptMs: number): PictureRow => ({
    url,
    ...found,
    size: ROW_BYTES + (found.bytes?.length ?? 0),
    fetchedAt: app.now().toISOString(),
    nextFetchAt: new Date(app.now().getTime() + keptMs).toISOString(),
    shownAt: app.now().toISOString(),
  });
  const failure = (message: string, keptMs: number) =>
    row({ mediaType: null, error: message, bytes: null }, keptMs);
  try {
    const found = await checkFoundImage(app, await app.integrations.pictures.fetch(url));
    if ("error" in found) return failure(found.error, LASTING_ERROR_MS);
    return row({ mediaType: IMAGE_TYPES[found.extension], error: null, bytes: found.bytes }, FRESH_MS);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    app.log.info({ detail: error.detail }, "couldn't fetch an image");
    return failure(describeError(error), isPassing(error) ? PASSING_ERROR_MS : LASTING_ERROR_MS);
  }
}

/** Addresses inside the network are never requested. They are reported like those that don't reply in time. */
function describeError({ kind, status }: OutboundError): string {
  if (kind === "too large") return "This image is larger than 5 MB.";
  if (status === 404 || status === 410) return "There's no image at this address.";
  if (status === 401 || status === 403) return "This site doesn't allow other programs to load this image.";
  return "Couldn't reach this address.";
}

const isPassing = ({ kind, status }: OutboundError): boolean =>
  kind === "unreachable" || kind === "too slow" || (status !== null && (status === 429 || status >= 500));

/** Evicts the least needed pictures once the total size exceeds the limit. */
async function makeRoom(app: App, newest: string): Promise<void> {
  const room = app.config.pictureCacheBytes;
  let total = await sumPictureSizes(app.db);
  if (total <= room) return;
  const leaving: string[] = [];
  for (const { url, size } of await listPicturesByUse(app.db)) {
    if (total <= room * FILLED_SHARE) break;
    if (url === newest) continue;
    leaving.push(url);
    total -= size;
  }
  await deletePictures(app.db, leaving);
}
