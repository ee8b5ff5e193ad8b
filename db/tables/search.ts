/** Search index. */

/** Searchable items of all kinds. Their words are in `search_words`, a full-text table, by `docId`. */
export interface SearchDocTable {
  /** Id that grows with the time in `at`. */
  docId: number;
  kind: string;
  itemId: string;
  /** Time of publication, or of the team's last update. */
  at: string;
}

/** Items that were added or changed but not indexed yet. Triggers fill it. */
export interface SearchQueueTable {
  kind: string;
  itemId: string;
}
