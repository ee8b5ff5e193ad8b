import type { TokenScope } from "#shared/accounts/token-scopes.ts";
import type { Role, User } from "#shared/accounts/users.ts";

/** Who is signed in by a request's cookie. */
export interface SignedInBySession {
  readonly user: User;
  readonly session: {
    /** The id that the cookie holds. */
    readonly id: string;
    /** The session's id in lists. */
    readonly publicId: string;
  };
  readonly token: null;
}

/** Who is signed in by an API token. */
export interface SignedInByToken {
  readonly user: User;
  readonly session: null;
  readonly token: { readonly id: string; readonly scope: TokenScope };
}

export type SignedIn = SignedInBySession | SignedInByToken;

/** Whose session or token it is, as far as it matters to what they have subscribed to. */
export interface SessionOwner {
  role: Role;
  /** When the session or the token ends, in milliseconds since 1970. */
  endsAt: number;
}

/** More people than a team has; beyond it, all are read anew. */
const MAX_KEPT = 1000;

/**
 * Sessions as Lucia read them last. A session holds until the moment from which Lucia would extend it, and all of them
 * only until any person or session changes: a row that was changed or deleted, here or by another process, is read
 * again at the next request.
 */
export class SessionCache {
  #mark = "";
  readonly #kept = new Map<string, { signedIn: SignedInBySession; until: number }>();

  /** The session of this id, as long as it holds at `mark`, which differs after every change of people and sessions. */
  find(mark: string, id: string): SignedInBySession | undefined {
    if (mark !== this.#mark) return undefined;
    const found = this.#kept.get(id);
    return found && Date.now() < found.until ? found.signedIn : undefined;
  }

  /** Keeps a session that was read after `mark` was; `until` is in milliseconds since 1970. */
  keep(mark: string, signedIn: SignedInBySession, until: number): void {
    if (mark !== this.#mark || this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#mark = mark;
    this.#kept.set(signedIn.session.id, { signedIn, until });
  }
}
