/** What the search finds. */

/** What the search finds, of all kinds; the words themselves are in `search_words`, a full-text table, by `docId`. */
export interface SearchDocTable {
  /** Higher the later the time. */
  docId: number;
  kind: string;
  itemId: string;
  /** When it was published, or last updated by the team. */
  at: string;
}

/** What was added or changed and the search has not read yet; triggers note it. */
export interface SearchQueueTable {
  kind: string;
  itemId: string;
}
