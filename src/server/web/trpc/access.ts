import type { App } from "#server/app.ts";
import { forbidden, unauthorized, unavailable } from "#server/errors.ts";
import type { SignedIn } from "#server/features/users/sessions.service.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { includesScope, type TokenScope } from "#shared/accounts/token-scopes.ts";

import type { Context } from "./context.ts";

/** Users who may call a procedure: everyone, signed-in users, or only admins. */
export type Access = "public" | "protected" | "admin";

/** Metadata of every procedure. */
export interface ProcedureMeta {
  access: Access;
  /** True if a session is required, because a token could otherwise create more tokens or outlive its revocation. */
  needsSession?: true;
  /** True for a mutation that only adds a tool, paper, prompt, reading or comment. A token then needs the scope `add`. */
  adds?: true;
  /** True for a mutation that changes nothing, only so that its input is in no address. A token needs the scope `read`. */
  reads?: true;
}

/**
 * Authorises a procedure call over tRPC or REST. Counts it against the rate limits and throws if it isn't allowed. A
 * token needs `scope`. Returns the signed-in user.
 */
export async function authorize(
  { app, caller, signedIn }: Context,
  access: Access,
  scope: TokenScope,
): Promise<SignedIn | null> {
  if (signedIn === null) {
    await app.limits.visitors.count(addressKey(caller.ip));
    if (access !== "public") throw unauthorized();
    return null;
  }
  // In a demo, strangers share the accounts.
  const key = app.config.isDemo ? addressKey(caller.ip) : signedIn.user.id;
  await app.limits[scope === "read" ? "reads" : "writes"].count(key);
  if (access === "admin" && signedIn.user.role !== "admin") {
    app.log.warn({ userId: signedIn.user.id }, "refused: admins only");
    throw forbidden();
  }
  const { token } = signedIn;
  if (token && !includesScope(token.scope, scope))
    throw forbidden(`This token may only ${token.scope === "read" ? "read" : "read and add"}.`);
  return signedIn;
}

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
