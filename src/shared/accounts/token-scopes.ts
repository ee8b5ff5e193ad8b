/** Permissions of a token, from least to most. */
export const TOKEN_SCOPES = ["read", "add", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Name and description of each scope, shared by screens, commands and documents. */
export const SCOPE_WORDS: Readonly<Record<TokenScope, { name: string; sentence: string }>> = {
  read: { name: "Read", sentence: "Reads what its owner can see, and changes nothing." },
  add: {
    name: "Read and add",
    sentence:
      "Reads what its owner can see, and adds tools, prompts, readings and comments; changes and deletes nothing.",
  },
  write: {
    name: "Read and change",
    sentence:
      "Reads, adds, changes and deletes what its owner may, except passwords, email settings, sessions, tokens, feeds, channels, shared pages, other people's accounts and the server's settings.",
  },
};

/** True if a token with this scope has the permission `needed`. */
export const includesScope = (scope: TokenScope, needed: TokenScope): boolean =>
  TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed);
