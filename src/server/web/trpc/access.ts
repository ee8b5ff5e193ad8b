import { forbidden, unauthorized } from "#server/errors.ts";
import type { SignedIn } from "#server/features/users/sessions.service.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { includesScope, type TokenScope } from "#shared/accounts/token-scopes.ts";

import type { Context } from "./context.ts";

/** Who may use a procedure: anybody, people who are signed in, or admins alone. */
export type Access = "public" | "protected" | "admin";

/** What every procedure declares. */
export interface ProcedureMeta {
  access: Access;
  /** Whether a session is needed, since with a token one could make more of them or outlive its end. */
  needsSession?: true;
  /** A mutation that only adds a tool, a prompt, a reading or a comment, for which a token needs the scope `add`. */
  adds?: true;
}

/**
 * The one gate of procedures, on tRPC and REST alike: counts the call against the rate limits and refuses
 * who may not make it. A token needs `scope`. Returns who is signed in.
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
  await app.limits[scope === "read" ? "reads" : "writes"].count(signedIn.user.id);
  if (access === "admin" && signedIn.user.role !== "admin") {
    app.log.warn({ userId: signedIn.user.id }, "refused: admins only");
    throw forbidden();
  }
  const { token } = signedIn;
  if (token && !includesScope(token.scope, scope))
    throw forbidden(`This token may only ${token.scope === "read" ? "read" : "read and add"}.`);
  return signedIn;
}
