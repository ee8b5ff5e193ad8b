import crypto, { type Argon2Algorithm, type Argon2Parameters } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { callbackify, promisify } from "node:util";

import { onTestFinished } from "vitest";

type Argon2 = typeof crypto.argon2;

/** The hashing of passwords during a test. */
export interface Hashing {
  /** The options of each started hash, without the password and the salt. */
  begun: object[];
  /** The number of current hashes. */
  active(): number;
  /** Releases the held hashes, and all later ones. */
  release(): void;
  /** Computes correct hashes from now on. */
  hashCorrectly(): void;
}

interface Wanted {
  /** Holds every hash until it is released. */
  held?: boolean;
  /** Returns a wrong hash at once, to save the time of many correct ones. */
  wrong?: boolean;
}

/** Records the hashing of passwords, unchanged by default. */
export function watchHashing({ held = false, wrong = false }: Wanted = {}): Hashing {
  const argon2 = crypto.argon2;
  const begun: object[] = [];
  let active = 0;
  let isWrong = wrong;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  if (!held) release();

  const watched: Argon2 = callbackify(async (algorithm: Argon2Algorithm, parameters: Argon2Parameters) => {
    const { message: _message, nonce, ...cost } = parameters;
    begun.push({ algorithm, ...cost, saltLength: Buffer.isBuffer(nonce) && nonce.length });
    active += 1;
    await released;
    try {
      return isWrong ? Buffer.alloc(cost.tagLength) : await promisify(argon2)(algorithm, parameters);
    } finally {
      active -= 1;
    }
  });
  const use = (present: Argon2) => {
    crypto.argon2 = present;
    syncBuiltinESMExports();
  };
  use(watched);
  onTestFinished(() => {
    release();
    use(argon2);
  });
  return {
    begun,
    active: () => active,
    release,
    hashCorrectly() {
      isWrong = false;
    },
  };
}
