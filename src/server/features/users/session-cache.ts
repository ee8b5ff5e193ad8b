import type { TokenScope } from "#shared/accounts/token-scopes.ts";
import type { Role, User } from "#shared/accounts/users.ts";

/** User and session of a request with a session cookie. */
export interface SignedInBySession {
  readonly user: User;
  readonly session: {
    /** Session id from the cookie. */
    readonly id: string;
    /** Public id for lists of sessions. */
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

/** Rights of a session's or token's owner, for subscriptions. */
export interface SessionOwner {
  role: Role;
  /** Expiry of the session or token, in milliseconds since 1970. */
  endsAt: number;
}

/** More sessions than a team has. A full cache is cleared. */
const MAX_SESSIONS = 1000;

/**
 * Caches sessions as Lucia read them, until Lucia would extend them. Any change of a user or session, in any process,
 * invalidates all.
 */
export class SessionCache {
  #version = "";
  readonly #cached = new Map<string, { signedIn: SignedInBySession; validUntil: number }>();

  /**
   * Returns the cached session with this id if it is valid at `version`, which changes whenever users or sessions
   * change.
   */
  find(version: string, id: string): SignedInBySession | undefined {
    if (version !== this.#version) return undefined;
    const found = this.#cached.get(id);
    return found && Date.now() < found.validUntil ? found.signedIn : undefined;
  }

  /** Caches a session that was read after `version`. `validUntil` is in milliseconds since 1970. */
  store(version: string, signedIn: SignedInBySession, validUntil: number): void {
    if (version !== this.#version || this.#cached.size >= MAX_SESSIONS) this.#cached.clear();
    this.#version = version;
    this.#cached.set(signedIn.session.id, { signedIn, validUntil });
  }
}
