import crypto, { type Argon2Algorithm, type Argon2Parameters } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { callbackify, promisify } from "node:util";

import { onTestFinished } from "vitest";

type Argon2 = typeof crypto.argon2;

/** How passwords are hashed while a test watches. */
export interface Hashing {
  /** What each hash that began was asked for, but for the password and the salt. */
  begun: object[];
  /** How many are under way at this moment. */
  active(): number;
  /** Lets those through that were held, and all that follow. */
  release(): void;
  /** From here on hashes are right ones. */
  beRight(): void;
}

interface Wanted {
  /** Holds every hash until it is released. */
  held?: boolean;
  /** Gives a wrong hash at once, where the time of many right ones would be wasted. */
  wrong?: boolean;
}

/** Watches the hashing of passwords, which goes on as ever unless something else is wanted. */
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
    beRight() {
      isWrong = false;
    },
  };
}
