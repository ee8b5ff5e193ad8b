/** Settings, jobs and how other services answered. */

/** Values of this installation that are made once, such as the key that signs upload addresses. */
export interface SettingTable {
  key: string;
  value: string;
}

/** Runs of jobs; at most one of a job is running. */
export interface JobRunTable {
  id: string;
  job: string;
  trigger: string;
  state: "running" | "succeeded" | "failed" | "interrupted";
  startedBy: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** Of the process that runs it, on its machine. */
  processId: number;
  /** Who runs it: a random text of each process. */
  owner: string;
  /** Until when others leave it to its owner, who goes on renewing that: ms since 1970 by the database's clock. */
  leaseUntil: number;
  /** What of the schedule it is for, as no other run of the job is; null where somebody asked for it. */
  slot: string | null;
  done: number;
  total: number | null;
  counts: string;
  /** JSON: sources that failed while the run went on. */
  sourceErrors: string;
  error: string | null;
}

/** How an outside source was the last time. */
export interface SourceStateTable {
  source: string;
  lastSuccessAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  nextTryAt: string | null;
}

/** The last replies of feeds. */
export interface FeedReplyTable {
  /** Where the feed was asked for. */
  address: string;
  /** Where the reply came from, after redirects. */
  url: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  askedAt: string;
  /** Of the body as it is here, in bytes. */
  size: number;
  /** Compressed by gzip. */
  body: Uint8Array;
}

/** Calls to the AI provider, by UTC day and person; an empty person is the server itself. */
export interface AiUsageTable {
  day: string;
  userId: string;
  calls: number;
}
