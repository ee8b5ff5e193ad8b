import type { App } from "#server/app.ts";
import { forbidden, unavailable } from "#server/errors.ts";

import type { ProcedureMeta } from "./access.ts";

/** Size of a demo's database, with its log, above which nothing more is stored. */
const MAX_BYTES = 128 * 1_000_000;

/** Other mutations that a demo refuses: they change an account, store a file or request another site. */
export const REFUSED_IN_DEMO: readonly string[] = [
  "account.edit",
  "news.fetchAll",
  "news.fetchForTool",
  "pictures.check",
  "readings.lookup",
  "tools.autofill",
  "tools.refreshReleaseNotes",
  "uploads.createAddress",
];
const PUBLIC = new Set(["auth.enterDemo", "auth.logout"]);

/**
 * Rejects mutations in a demo if they are for administrators, need a session, or are in `REFUSED_IN_DEMO`. Rejects all
 * mutations while the database is full.
 */
export async function refuseInDemo(
  { config, database }: App,
  path: string,
  meta: ProcedureMeta | undefined,
): Promise<void> {
  if (!config.isDemo || PUBLIC.has(path)) return;
  if (meta?.access !== "protected" || meta.needsSession || REFUSED_IN_DEMO.includes(path))
    throw forbidden("The demo doesn't allow this. Install StackLoop to use everything.");
  const { bytes, logBytes } = await database.measure();
  if (bytes + logBytes > MAX_BYTES) throw unavailable("The demo is full. Its content is reset every night.");
}
