import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

import pLimit from "p-limit";

import { tooMany } from "#server/errors.ts";

/**
 * Argon2id with 19 MiB, two passes, one lane, after the OWASP Password Storage Cheat Sheet. Hashes are stored in PHC
 * string form: $argon2id$v=19$m=19456,t=2,p=1$salt$hash.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const QUEUE_LENGTH = 50;
const RETRY_AFTER_SECONDS = 5;

// Each hash takes 19 MiB and a thread of the pool that file access also needs. So two run at once. With two processors
// only one runs, since the main thread needs the other.
const limit = pLimit(availableParallelism() > 2 ? 2 : 1);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= QUEUE_LENGTH) throw tooMany(RETRY_AFTER_SECONDS);
  return limit(work);
}

/**
 * Normalizes a password for storage and comparison, because keyboards and systems encode the same characters
 * differently.
 */
const toComparedForm = (password: string): string => password.normalize("NFKC");

/** Returns the forms that older versions may have stored, which did not normalize passwords. */
const formsOf = (password: string): string[] => [
  ...new Set([
    toComparedForm(password),
    password,
    password.normalize("NFC"),
    password.normalize("NFD"),
    password.normalize("NFKD"),
  ]),
];

const derive = (password: string, nonce: Buffer): Promise<Buffer> =>
  promisify(argon2)("argon2id", { ...COST, message: Buffer.from(password), nonce });

const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

/** Returns the hash of a new password in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(() => derive(toComparedForm(password), salt));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

// Checked if the user name is unknown, so that the reply takes as long as for a known one.
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;

/** Number of a client's password attempts, as the limits count them. */
export interface Tries {
  /** Throws 429 if no attempt is left. */
  check(): Promise<void>;
  /** Counts one attempt. Throws 429 if none is left. */
  count(): Promise<void>;
  /** Uncounts one attempt. */
  undo(): Promise<void>;
}

/** Result of matching a password with its hash. */
export interface PasswordMatch {
  /** False for a hash by an older version, of another Unicode form of the password. */
  isCurrentForm: boolean;
}

/**
 * Checks a password against a hash. Returns null if it is wrong and, after the same time, without a hash. Wrong
 * passwords count as attempts. Counting starts when the check leaves the queue, so parallel attempts get no more
 * checks than sequential ones.
 */
export async function tryPassword(
  tries: Tries,
  password: string,
  phc: string | undefined,
): Promise<PasswordMatch | null> {
  // Callers without attempts left don't enter the queue.
  await tries.check();
  return inTurn(async () => {
    await tries.count();
    const match = await findMatch(password, phc);
    if (match) await tries.undo();
    return match;
  });
}

/**
 * Finds the form of the password that matches. Most passwords have only one form. All forms of a wrong one are
 * checked, even without a hash.
 */
async function findMatch(password: string, phc: string | undefined): Promise<PasswordMatch | null> {
  for (const [index, form] of formsOf(password).entries())
    if (await isBehind(form, phc)) return { isCurrentForm: index === 0 };
  return null;
}

async function isBehind(password: string, phc: string | undefined): Promise<boolean> {
  const [, , , , salt = "", hash = ""] = (phc ?? NOBODY).split("$");
  const derived = await derive(password, Buffer.from(salt, "base64"));
  const expected = Buffer.from(hash, "base64");
  return derived.length === expected.length && timingSafeEqual(derived, expected) && phc !== undefined;
}
