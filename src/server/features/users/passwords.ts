import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

import { tooMany } from "#server/errors.ts";

const argon2Async = promisify(argon2);

/**
 * Argon2id with 19 MiB, two passes, one lane, after the OWASP Password Storage Cheat Sheet.
 * Hashes are kept in PHC string form: $argon2id$v=19$m=19456,t=2,p=1$salt$hash.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const AT_ONCE = 2;
const QUEUE_LENGTH = 50;

let running = 0;
const waiting: (() => void)[] = [];

// Each hash takes 19 MiB and a thread of the pool that file access needs too, so only two run at once.
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else if (waiting.length >= QUEUE_LENGTH) throw tooMany(5);
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // A waiting caller takes over this one's place, so the count stays as it is.
    if (next) next();
    else running -= 1;
  }
}

const derive = (password: string, nonce: Buffer) =>
  inTurn(() => argon2Async("argon2id", { ...COST, message: Buffer.from(password), nonce }));

const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

/** The hash of a new password in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

// Checked when the user name is unknown, so that the answer takes as long as for a known one.
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;

/** True when the password is the one behind the hash; without a hash it takes as long and answers false. */
export async function isPassword(password: string, phc: string | undefined): Promise<boolean> {
  const [, , , , salt = "", hash = ""] = (phc ?? NOBODY).split("$");
  const derived = await derive(password, Buffer.from(salt, "base64"));
  const expected = Buffer.from(hash, "base64");
  return derived.length === expected.length && timingSafeEqual(derived, expected) && phc !== undefined;
}
