import type { PictureRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { tooMany } from "#server/errors.ts";
import { checkFoundImage } from "#server/features/uploads/uploads.service.ts";
import { SingleFlight } from "#server/kernel/async/promises.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { onBehalfOf } from "#server/outside/http/politeness.ts";
import type { User } from "#shared/accounts/users.ts";
import { IMAGE_TYPES } from "#shared/pictures/image-rules.ts";

import {
  deletePictures,
  findPicture,
  saveFailure,
  listPicturesByUse,
  sumPictureSizes,
  upsertPicture,
} from "./pictures.queries.ts";

const HOUR_MS = 3_600_000;
/** Age at which a picture is fetched again, while the old one is shown. */
const FRESH_MS = 30 * 24 * HOUR_MS;
/** Time for which a failure is cached. Short for errors that may soon pass. */
const PASSING_ERROR_MS = HOUR_MS;
const LASTING_ERROR_MS = 24 * HOUR_MS;
/** Size of a row besides its bytes, so that failures count too. */
const ROW_BYTES = 1000;
/** More pictures than any page shows at once. */
const MAX_UNDER_WAY = 60;
const TRY_AGAIN_SECONDS = 5;
/** Share of the limit to which pictures are evicted, so that not every new one causes an eviction. */
const FILLED_SHARE = 0.9;

const flights = new SingleFlight<PictureRow>();
const underWay = new Map<string, number>();

/**
 * Fetches a picture, checks it like an upload and stores it or the error. Concurrent callers share one fetch. Skips it
 * if the stored picture differs from the caller's (null for none). Throws 429 for a user with too many requests.
 */
export async function fetchPicture(
  app: App,
  user: User,
  { url, seen }: { url: string; seen: Pick<PictureRow, "fetchedAt"> | null },
): Promise<PictureRow> {
  await app.limits.pictures.count(user.id);
  const others = underWay.get(user.id) ?? 0;
  if (others >= MAX_UNDER_WAY) throw tooMany(TRY_AGAIN_SECONDS);
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
