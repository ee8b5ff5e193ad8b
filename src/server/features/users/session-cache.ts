import { getStorageErrorKind } from "#db/error-kinds.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";
import type { TokenScope } from "#shared/accounts/token-scopes.ts";
import type { Role, User } from "#shared/accounts/users.ts";

/** User and session of a request's cookie. */
export interface SignedInBySession {
  readonly user: User;
  readonly session: {
    /** Session id from the cookie. */
    readonly id: string;
    /** Id of the session in lists. */
    readonly publicId: string;
  };
  readonly token: null;
}

/** User and token of a request with an API token. */
export interface SignedInByToken {
  readonly user: User;
  readonly session: null;
  readonly token: { readonly id: string; readonly scope: TokenScope };
}

export type SignedIn = SignedInBySession | SignedInByToken;

/** Owner of a session or token, as needed for subscriptions. */
export interface SessionOwner {
  role: Role;
  /** Expiry of the session or token, in milliseconds since 1970. */
  endsAt: number;
}

/** More than a team's size. Beyond it, the cache is cleared. */
const MAX_SESSIONS = 1000;

/**
 * Cache of sessions as Lucia read them. A session is valid until Lucia would extend it. All are invalidated when any
 * user or session changes, in this process or another.
 */
export class SessionCache {
  #version = "";
  readonly #cached = new Map<string, { signedIn: SignedInBySession; until: number }>();

  /**
   * Returns the cached session with this id if it is valid at `version`. `version` changes whenever users or sessions
   * change.
   */
  find(version: string, id: string): SignedInBySession | undefined {
    if (version !== this.#version) return undefined;
    const found = this.#cached.get(id);
    return found && Date.now() < found.until ? found.signedIn : undefined;
  }

  /** Caches a session that was read after `version`. `until` is in milliseconds since 1970. */
  store(version: string, signedIn: SignedInBySession, until: number): void {
    if (version !== this.#version || this.#cached.size >= MAX_SESSIONS) this.#cached.clear();
    this.#version = version;
    this.#cached.set(signedIn.session.id, { signedIn, until });
  }
}

const RETRY_MS = 2000;
/** Beyond this, the oldest are no longer retried. */
const MAX_PENDING = 10_000;

/**
 * Sessions whose sign-out could not be stored, such as on a full disk. This process treats them as ended at once, and
 * retries the deletion.
 */
export class PendingSignOuts {
  readonly #deleteSession: (id: string) => Promise<unknown>;
  readonly #log: Log;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deleteSession: (id: string) => Promise<unknown>, log: Log) {
    this.#deleteSession = deleteSession;
    this.#log = log;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Deletes a session now, or as soon as possible. Throws any error that is not a storage problem. */
  async end(id: string): Promise<void> {
    try {
      await this.#deleteSession(id);
    } catch (error) {
      if (getStorageErrorKind(error) === undefined) throw error;
      this.#log.warn({ err: error }, "a session will end once the server can store data");
      const [oldest] = this.#ids;
      if (this.#ids.size >= MAX_PENDING && oldest !== undefined) this.#ids.delete(oldest);
      this.#ids.add(id);
      this.#timer ??= setInterval(() => {
        inBackground(this.#log, "ending sessions", this.retry());
      }, RETRY_MS).unref();
    }
  }

  /** Retries the pending deletions. */
  async retry(): Promise<void> {
    for (const id of this.#ids) {
      try {
        await this.#deleteSession(id);
      } catch (error) {
        if (getStorageErrorKind(error) === undefined) throw error;
        return;
      }
      this.#ids.delete(id);
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
