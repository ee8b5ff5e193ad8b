/** User accounts and their credentials. */
import type { Generated } from "kysely";

interface UserTable {
  id: string;
  /** Unique. */
  username: string;
  /**
   * Folded username for comparison (`foldUsername`); unique. When a change of that rule made two names equal, the
   * newer one got a form that nobody can type. Its account is found by the exact spelling only.
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
  /** Time when the account was disabled; null for an enabled account. */
  disabledAt: Generated<string | null>;
  /** Time when the account was deleted. The row remains as the author of the user's content, but without names. */
  deletedAt: Generated<string | null>;
}

/** Former usernames of accounts, reserved so that nobody else can take them. */
interface FormerUsernameTable {
  /** SHA-256 of the folded name. */
  hash: string;
  /** Account that may use the name again. */
  userId: string;
}

/** Log of account changes, for administrators. */
interface AccountEventTable {
  id: string;
  at: string;
  /** Null for the command line. */
  actorId: string | null;
  userId: string | null;
  /** The account's username at that time. */
  username: string;
  action: string;
  /** Detail of the action, such as the new role or the name of a token. */
  detail: string | null;
}

/** The specification's session store. `sid` is the SHA-256 of the cookie's value. */
interface SessionTable {
  sid: string;
  userId: string;
  /** JSON: start time and browser of the session. */
  sess: string;
  expire: string;
}

/** Set-up, invite and reset links. Only a hash of the token is stored. */
interface OneTimeLinkTable {
  tokenHash: string;
  kind: "setup" | "invite" | "reset";
  /** User whose password a reset link sets. */
  userId: string | null;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** Accounts at the identity provider through which users sign in. */
interface ProviderAccountTable {
  /** Issuer identifier of the provider. */
  issuer: string;
  /** Id of the account at the provider. Unique with the issuer. */
  subject: string;
  /** Unique. */
  userId: string;
  linkedAt: string;
}

/** API tokens of scripts and assistants. `hash` is the SHA-256 of the token. */
interface ApiTokenTable {
  id: string;
  userId: string;
  name: string;
  /** Unique. */
  hash: string;
  /** Beginning of the token, which identifies it to users. */
  prefix: string;
  scope: "read" | "add" | "write";
  createdAt: string;
  /** Null if it never expires. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** Self-declared name of the program that used the token last. */
  lastClient: string | null;
  revokedAt: string | null;
}

/** Private feed URLs. `hash` is the SHA-256 of the secret in the URL. */
interface FeedTokenTable {
  id: string;
  userId: string;
  /** Unique. */
  hash: string;
  section: "tools" | "news" | "papers" | "prompts" | "readings" | "search" | "discussion";
  /** JSON: the section's filters that the feed applies. */
  view: string;
  title: string;
  createdAt: string;
  lastReadAt: string | null;
  /** Self-declared name of the program that read the feed last. */
  lastReader: string | null;
}

export interface AccountTables {
  users: UserTable;
  former_usernames: FormerUsernameTable;
  account_events: AccountEventTable;
  session: SessionTable;
  one_time_links: OneTimeLinkTable;
  provider_accounts: ProviderAccountTable;
  api_tokens: ApiTokenTable;
  feed_tokens: FeedTokenTable;
}
