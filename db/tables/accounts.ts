/** Who signs in, and by what. */
import type { Generated } from "kysely";

export interface UserTable {
  id: string;
  /** Unique. */
  username: string;
  /**
   * The user name as names are compared (`foldUsername`); unique. Of two names that became alike by a change of that
   * rule, the newer one has a form here that nobody can type, and is found as it is written.
   */
  usernameFolded: string;
  /** An argon2id hash in PHC form; never leaves the server. */
  password: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
  role: "user" | "admin";
  createdAt: string;
  updatedAt: string;
  /** Since when the person can't sign in; null for an enabled account. */
  disabledAt: Generated<string | null>;
  /** When the account was deleted. The row stays as the author of what the person wrote, without their names. */
  deletedAt: Generated<string | null>;
}

/** User names that an account has had before, so that nobody else takes them over. */
export interface FormerUsernameTable {
  /** The SHA-256 of the folded name. */
  hash: string;
  /** The account that may use the name again. */
  userId: string;
}

/** What was done to accounts, for administrators. */
export interface AccountEventTable {
  id: string;
  at: string;
  /** Null for the command line. */
  actorId: string | null;
  userId: string | null;
  /** The account's user name at that time. */
  username: string;
  action: string;
  /** What the action was about, such as the new role or the name of a token. */
  detail: string | null;
}

/** The specification's session store; `sid` is the SHA-256 of what the cookie holds. */
export interface SessionTable {
  sid: string;
  userId: string;
  /** JSON: when and with which browser the session began. */
  sess: string;
  expire: string;
}

/** Set-up, invite and reset links; only a hash of the token is kept. */
export interface OneTimeLinkTable {
  tokenHash: string;
  kind: "setup" | "invite" | "reset";
  /** Whose password a reset link sets. */
  userId: string | null;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** What scripts and assistants sign in with; `hash` is the SHA-256 of the token. */
export interface ApiTokenTable {
  id: string;
  userId: string;
  name: string;
  /** Unique. */
  hash: string;
  /** The beginning of the token, by which people know it. */
  prefix: string;
  scope: "read" | "add" | "write";
  createdAt: string;
  /** Null for one that never expires. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** The program that used it last, as it calls itself. */
  lastClient: string | null;
  revokedAt: string | null;
}

/** The private addresses of feeds; `hash` is the SHA-256 of the secret in the address. */
export interface FeedTokenTable {
  id: string;
  userId: string;
  /** Unique. */
  hash: string;
  section: "tools" | "news" | "papers" | "prompts" | "readings" | "search";
  /** JSON: what of the section the feed holds. */
  view: string;
  title: string;
  createdAt: string;
  lastReadAt: string | null;
  /** The program that read it last, as it calls itself. */
  lastReader: string | null;
}
