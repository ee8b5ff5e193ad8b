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
