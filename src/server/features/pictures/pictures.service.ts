import { setTimeout as wait } from "node:timers/promises";

import type { PictureRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { unavailable, notFound } from "#server/errors.ts";
import { fetchFor } from "#server/features/sources/fetch-for-person.service.ts";
import type { User } from "#shared/accounts/users.ts";

import { fetchPicture } from "./picture-fetch.service.ts";
import { findPicture, findPictureFacts, isAddressInUse, updatePicture } from "./pictures.queries.ts";

/**
 * For which a request waits for another site: a browser makes six at a time, and slow pictures must not keep the
 * page's own calls waiting.
 */
const PATIENCE_MS = 3000;
const TRY_AGAIN_SECONDS = 3;
const DAY_MS = 24 * 3_600_000;
/** A failure younger than this is not tried again when somebody checks the address. */
const RECHECK_MS = 60_000;

export interface Picture {
  bytes: Uint8Array;
  mediaType: string;
  etag: string;
}

/**
 * The picture at an address of another site: as it is kept here, else fetched, where the address stands in something
 * of ours. 404 with the reason where there is none, 503 while it is on its way.
 */
export async function getPicture(app: App, user: User, url: string): Promise<Picture> {
  const kept = await findPicture(app.db, url);
  const shown = toPicture(kept);
  if (kept && shown) {
    await noteShown(app, kept);
    // An old picture is better than a long wait.
    if (isDue(app, kept)) renewLater(app, user, kept);
    return shown;
  }
  if (kept && !isDue(app, kept)) throw notFound(kept.error ?? "");
  if (!(await isAddressInUse(app.db, url))) throw notFound("Image not found");
  const fetched = await Promise.race([
    fetchPicture(app, user, { url, seen: kept ?? null }),
    wait(PATIENCE_MS, null, { ref: false }),
  ]);
  if (!fetched) throw unavailable("This image is still loading. Try again in a moment.", TRY_AGAIN_SECONDS);
  const picture = toPicture(fetched);
  if (!picture) throw notFound(fetched.error ?? "");
  return picture;
}

/** What keeps a picture that somebody just named from being shown, in a sentence; null when nothing does. */
export async function checkPicture(app: App, user: User, url: string): Promise<{ error: string | null }> {
  const kept = await findPictureFacts(app.db, url);
  const age = kept ? app.now().getTime() - Date.parse(kept.fetchedAt) : Infinity;
  if (kept && (kept.error === null || (age >= 0 && age < RECHECK_MS))) return { error: kept.error };
  const { error } = await fetchFor(app, user, () => fetchPicture(app, user, { url, seen: kept ?? null }));
  return { error };
}

const toPicture = (row: PictureRow | undefined): Picture | null =>
  row?.bytes && row.mediaType
    ? { bytes: row.bytes, mediaType: row.mediaType, etag: `"${Date.parse(row.fetchedAt).toString(36)}"` }
    : null;

/** Also when it was fetched in the future: then the clock was set back. */
function isDue(app: App, { fetchedAt, nextFetchAt }: PictureRow): boolean {
  const now = app.now().getTime();
  return Date.parse(nextFetchAt) <= now || Date.parse(fetchedAt) > now;
}

/** To the day, so that looking at pictures writes nothing most of the time. */
async function noteShown(app: App, { url, shownAt }: PictureRow): Promise<void> {
  if (app.now().getTime() - Date.parse(shownAt) < DAY_MS) return;
  await updatePicture(app.db, url, { shownAt: app.now().toISOString() }).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't record that an image was shown");
  });
}

function renewLater(app: App, user: User, kept: PictureRow): void {
  const { url } = kept;
  fetchPicture(app, user, { url, seen: kept }).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't refresh an image");
  });
}
