/**
 * Makes hashes of passwords cheap in this process, since each takes longer than most tests. The product still asks for
 * its usual options; programs that tests start use them.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { argon2, argon2Sync } = crypto;
const CHEAPEST = { memory: 8, passes: 1 };

const quickArgon2: typeof argon2 = (algorithm, parameters, callback) => {
  argon2(algorithm, { ...parameters, ...CHEAPEST }, callback);
};

// Test files that share a process run this one each.
if (argon2.name !== quickArgon2.name) {
  crypto.argon2 = quickArgon2;
  crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, { ...parameters, ...CHEAPEST });
  syncBuiltinESMExports();
}
