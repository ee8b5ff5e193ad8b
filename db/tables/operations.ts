/** Search index. */

/** Searchable items of all kinds. Their words are in `search_words`, a full-text table, by `docId`. */
interface SearchDocTable {
  /** Id that grows with the time in `at`. */
  docId: number;
  kind: string;
  itemId: string;
  /** Time of publication, or of the team's last update. */
  at: string;
}

/** Items that were added or changed but are not indexed yet. Triggers fill the table. */
interface SearchQueueTable {
  kind: string;
  itemId: string;
}

/** Settings, jobs and the status of external services. */

/** Values that are created once per installation, such as the key that signs upload URLs. */
interface SettingTable {
  key: string;
  value: string;
}

/** Job runs. Each job has at most one active run. */
interface JobRunTable {
  id: string;
  job: string;
  trigger: string;
  state: "running" | "succeeded" | "failed" | "interrupted";
  startedBy: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** Id of the process on its machine. */
  processId: number;
  /** Random id of the process that executes the run. */
  owner: string;
  /** Lease expiry (ms since 1970, database clock). The owner renews it. */
  leaseUntil: number;
  /** Scheduled time of the run, unique per job; null for a run started by a user. */
  slot: string | null;
  done: number;
  total: number | null;
  counts: string;
  /** JSON: sources that failed during the run. */
  sourceErrors: string;
  error: string | null;
}

/** State of an external source after the last request. */
interface SourceStateTable {
  source: string;
  lastSuccessAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  nextTryAt: string | null;
}

/** Last replies of feeds. */
interface FeedReplyTable {
  /** Requested URL of the feed. */
  address: string;
  /** URL after redirects. */
  url: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  askedAt: string;
  /** Size of the stored body in bytes. */
  size: number;
  /** Gzip-compressed body. */
  body: Uint8Array;
}

/** Calls to the AI provider by UTC day and user. An empty user id is the server's. */
interface AiUsageTable {
  day: string;
  userId: string;
  calls: number;
}

export interface OperationTables {
  search_docs: SearchDocTable;
  search_queue: SearchQueueTable;
  settings: SettingTable;
  job_runs: JobRunTable;
  source_states: SourceStateTable;
  feed_replies: FeedReplyTable;
  ai_usage: AiUsageTable;
}
