import type { App, Db } from "#server/app.ts";
import { DEMO_ACCOUNTS } from "#server/features/users/auth.service.ts";

import { deleteSetting, findSetting, storeSetting, usernamesAndTools } from "./system.queries.ts";

/** Setting that exists only in a demo's database. Each start of a demo deletes that database. */
const KEY = "demo";
const USERNAMES = new Set<string>([...Object.values(DEMO_ACCOUNTS), "noor"]);

/** Records that the database belongs to a demo. */
export const recordDemo = ({ db }: App): Promise<void> => storeSetting(db, KEY, "on");

/** Records that a database is served normally, so that no later demo deletes it. */
export async function forgetDemo({ db }: App): Promise<void> {
  if ((await findSetting(db, KEY)) !== undefined) await deleteSetting(db, KEY);
}

/** True for the database of a demo without other accounts, and for an empty one. */
export async function isOfDemo(db: Db): Promise<boolean> {
  const { usernames, tools } = await usernamesAndTools(db);
  return (await findSetting(db, KEY)) === undefined
    ? usernames.length + tools === 0
    : usernames.every((name) => USERNAMES.has(name));
}
