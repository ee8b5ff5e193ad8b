import type { App, Caller } from "#server/app.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";

import type { Tries } from "./passwords.ts";

/** Number of characters by which the limits distinguish names. No user name is longer. */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the counters of wrong passwords from one address: for one name, and for all names. Other addresses are not
 * counted, so nobody can lock out another user.
 */
export function triesOf({ limits }: App, { ip }: Caller, username: string): Tries {
  const address = addressKey(ip);
  const addressAndName = `${address} ${foldUsername(username).slice(0, MAX_NAME_LENGTH)}`;
  const { wrongPasswords, wrongPasswordsOfAddress } = limits;
  return {
    async check() {
      await wrongPasswords.check(addressAndName);
      await wrongPasswordsOfAddress.check(address);
    },
    async count() {
      await wrongPasswords.count(addressAndName);
      try {
        await wrongPasswordsOfAddress.count(address);
      } catch (refusal) {
        await wrongPasswords.undo(addressAndName);
        throw refusal;
      }
    },
    async undo() {
      await wrongPasswords.undo(addressAndName);
      await wrongPasswordsOfAddress.undo(address);
    },
  };
}
