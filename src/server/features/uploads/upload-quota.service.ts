import type { App } from "#server/app.ts";
import { tooLarge } from "#server/errors.ts";

import { sumImages } from "./uploads.queries.ts";

/** Throws 413 if the user's quota has no room for another image of this size. */
export async function checkQuota(
  { uploadQuotaBytes, uploadQuotaFiles }: App["config"],
  db: App["db"],
  userId: string,
  size: number,
): Promise<void> {
  const { files, bytes } = await sumImages(db, userId);
  if (files + 1 > uploadQuotaFiles) throw quotaReached(`${uploadQuotaFiles} images`);
  if (bytes + size > uploadQuotaBytes) throw quotaReached(`${uploadQuotaBytes / 1_000_000} MB`);
}

const quotaReached = (quota: string) =>
  tooLarge(
    `Upload quota reached (${quota} per person). Paste the web address of an image instead, or wait a day until images you uploaded but don't use are deleted. An administrator can raise the quota.`,
  );
