/**
 * Procedures that must not be batched. A batch of these could test ten passwords, create ten decks, or query ten sites
 * or paid services at once. Others are so slow that they would delay the other calls of a batch.
 */
export const UNBATCHED_PROCEDURES: ReadonlySet<string> = new Set([
  "account.changePassword",
  "account.linkProvider",
  "auth.login",
  "auth.register",
  "auth.resetPassword",
  "briefs.exportPublished",
  "briefs.open",
  "briefs.publish",
  "events.since",
  "events.unseen",
  "feeds.add",
  "inbox.count",
  "links.named",
  "links.of",
  "news.fetchForTool",
  "papers.summarize",
  "pictures.check",
  "readings.lookup",
  "save.add",
  "save.plan",
  "search.ask",
  "tools.autofill",
  "tools.refreshReleaseNotes",
]);

/** Matches procedures that read or write files. */
const FILE_PROCEDURES = /^(?:exports|imports)\.(?!undo$|getUndo$)|\.(?:export|import)$/u;

/** True if a procedure must not be called in a batch. */
export const isUnbatched = (procedure: string): boolean =>
  UNBATCHED_PROCEDURES.has(procedure) || FILE_PROCEDURES.test(procedure);
