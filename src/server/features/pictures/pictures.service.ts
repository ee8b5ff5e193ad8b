import { setTimeout as wait } from "node:timers/promises";

import type { PictureRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { unavailable, notFound } from "#server/errors.ts";
import { fetchFor } from "#server/features/sources/sources.service.ts";
import type { User } from "#shared/accounts/users.ts";

import { fetchPicture } from "./picture-fetch.service.ts";
import { findPicture, findPictureFacts, isAddressInUse, updatePicture } from "./pictures.queries.ts";

/**
 * Longest wait for another site. A browser makes six requests at a time, and slow pictures must not block the page's
 * own.
 */
const PATIENCE_MS = 3000;
const TRY_AGAIN_SECONDS = 3;
const DAY_MS = 24 * 3_600_000;
/** A check retries failures only if they are older than this. */
const RECHECK_MS = 60_000;

export interface Picture {
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
