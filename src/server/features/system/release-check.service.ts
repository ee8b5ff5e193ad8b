import type { App, JobWork } from "#server/app.ts";
import { conflict } from "#server/errors.ts";
import type { User } from "#shared/accounts/users.ts";
import { type ReleaseCheck, releaseSchema, type SystemFacts } from "#shared/operations/system.ts";

import { deleteSetting, findSetting, storeSetting } from "./system.queries.ts";

/** Setting that exists while the check is on. Contains the newest release as JSON once it is known. */
const SETTING = "newestRelease";

/** Returns the state of the daily check, which is off by default. */
export async function releaseFacts({ config, db }: App): Promise<SystemFacts["updates"]> {
  const stored = await findSetting(db, SETTING);
  return {
    host: config.releasesUrl === null ? null : new URL(config.releasesUrl).host,
    isOn: stored !== undefined,
    newest: stored === undefined || stored === "" ? null : releaseSchema.parse(JSON.parse(stored)),
  };
}

/** Switches the daily check on or off. Runs a first check at once. */
export async function switchReleaseCheck(app: App, by: User, { isOn }: ReleaseCheck): Promise<void> {
  if (!isOn) await deleteSetting(app.db, SETTING);
  else if (app.integrations.newestRelease === null)
    throw conflict("Set RELEASES_URL and restart StackLoop to check for new releases.");
  else {
    await storeSetting(app.db, SETTING, "");
    await app.jobs.start("release.check", "person", by.id);
  }
  app.log.info({ userId: by.id, isOn }, "switched the check for new releases");
}

/** Requests the newest release, if an administrator switched the check on. */
export async function checkRelease(
  { db, integrations }: App,
  { signal }: JobWork,
): Promise<Record<string, number>> {
  if (integrations.newestRelease === null || (await findSetting(db, SETTING)) === undefined) return {};
  const newest = await integrations.newestRelease(signal);
  // An administrator may have switched the check off since.
  if ((await findSetting(db, SETTING)) !== undefined) await storeSetting(db, SETTING, JSON.stringify(newest));
  return {};
}
