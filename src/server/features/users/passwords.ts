import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

import pLimit from "p-limit";

import { tooMany } from "#server/errors.ts";

/**
 * Argon2id with 19 MiB, two passes and one lane, as in the OWASP Password Storage Cheat Sheet. Hashes are stored in PHC
 * string form: $argon2id$v=19$m=19456,t=2,p=1$salt$hash.
 */
const ARGON2_OPTIONS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const MAX_QUEUE_LENGTH = 50;
const RETRY_AFTER_SECONDS = 5;

// Each hash takes 19 MiB and a thread of the pool that also serves file access, so two run at once. With two
// processors, only one runs, because the main thread needs the other processor.
const hashQueue = pLimit(availableParallelism() > 2 ? 2 : 1);

async function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (hashQueue.pendingCount >= MAX_QUEUE_LENGTH) throw tooMany(RETRY_AFTER_SECONDS);
  return hashQueue(work);
}

/** Normalizes a password, because keyboards and systems encode the same characters differently. */
const normalizePassword = (password: string): string => password.normalize("NFKC");

/** Returns all Unicode forms in which older versions may have hashed a password. They didn't normalize it. */
const possibleForms = (password: string): string[] => [
  ...new Set([
    normalizePassword(password),
    password,
    password.normalize("NFC"),
    password.normalize("NFD"),
    password.normalize("NFKD"),
  ]),
];

const derive = (password: string, nonce: Buffer): Promise<Buffer> =>
  promisify(argon2)("argon2id", { ...ARGON2_OPTIONS, message: Buffer.from(password), nonce });

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

/** Returns the hash of a new password in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await queueHashing(() => derive(normalizePassword(password), salt));
  return `$argon2id$v=19$m=${ARGON2_OPTIONS.memory},t=${ARGON2_OPTIONS.passes},p=${ARGON2_OPTIONS.parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`;
}

// Hash for unknown usernames, so that the reply takes as long as for known ones.
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${toUnpaddedBase64(randomBytes(16))}$${toUnpaddedBase64(randomBytes(32))}`;

/** Counts a client's password attempts against its limits. */
export interface AttemptCounter {
  /** Throws 429 if no attempt is left. */
  check(): Promise<void>;
  /** Counts one attempt. Throws 429 if none is left. */
  count(): Promise<void>;
  /** Removes one counted attempt. */
  undo(): Promise<void>;
}

/** Result of a successful password check. */
export interface PasswordMatch {
  /** False if an older version hashed another Unicode form of the password. */
  isCurrentForm: boolean;
}

/**
 * Checks a password against a hash. Returns null if it is wrong or, after the same time, if there is no hash. Wrong
 * passwords count as attempts. They are counted when the check leaves the queue, so that parallel attempts get no more
 * checks than sequential ones.
 */
export async function tryPassword(
  attemptCounter: AttemptCounter,
  password: string,
  phc: string | undefined,
): Promise<PasswordMatch | null> {
  // Clients without attempts left don't enter the queue.
  await attemptCounter.check();
  return queueHashing(async () => {
    await attemptCounter.count();
    const match = await findMatch(password, phc);
    if (match) await attemptCounter.undo();
    return match;
  });
}

/**
 * Checks every form of the password. Most passwords have just one. Wrong passwords take the same time with and without
 * a hash.
 */
async function findMatch(password: string, phc: string | undefined): Promise<PasswordMatch | null> {
  for (const [index, form] of possibleForms(password).entries())
    if (await matchesHash(form, phc)) return { isCurrentForm: index === 0 };
  return null;
}

async function matchesHash(password: string, phc: string | undefined): Promise<boolean> {
  const [, , , , salt = "", hash = ""] = (phc ?? DUMMY_HASH).split("$");
  const derived = await derive(password, Buffer.from(salt, "base64"));
  const expected = Buffer.from(hash, "base64");
  return derived.length === expected.length && timingSafeEqual(derived, expected) && phc !== undefined;
}
