import type { App, Db } from "#server/app.ts";
import { DEMO_ACCOUNTS } from "#server/features/users/auth.service.ts";

import { deleteSetting, findSetting, storeSetting, readUsernamesAndTools } from "./system.queries.ts";

/** Setting that only a demo's database has. Each start of a demo deletes that database. */
const SETTING = "demo";
const DEMO_USERNAMES = new Set<string>([...Object.values(DEMO_ACCOUNTS), "noor"]);

/** Records that this is a demo's database. */
export const recordDemo = ({ db }: App): Promise<void> => storeSetting(db, SETTING, "on");

/** Records that the database is in normal use, so that no later demo deletes it. */
export async function recordNormalUse({ db }: App): Promise<void> {
  if ((await findSetting(db, SETTING)) !== undefined) await deleteSetting(db, SETTING);
}

/** True for a demo's database without other accounts, and for an empty database. */
export async function isDemoDatabase(db: Db): Promise<boolean> {
  const { usernames, tools } = await readUsernamesAndTools(db);
  return (await findSetting(db, SETTING)) === undefined
    ? usernames.length + tools === 0
    : usernames.every((name) => DEMO_USERNAMES.has(name));
}
