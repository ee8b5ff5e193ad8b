/**
 * Calls that must not be batched. A batch would test ten passwords, create ten decks, or query ten sites or paid
 * services at once. Others would delay the display of the calls next to them.
 */
export const CALLED_ALONE: ReadonlySet<string> = new Set([
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

/** Calls that read or write files. */
const FILES = /^(?:exports|imports)\.(?!undo$|getUndo$)|\.(?:export|import)$/u;

/** True if a procedure must not be called in a batch. */
export const isCalledAlone = (procedure: string): boolean =>
  CALLED_ALONE.has(procedure) || FILES.test(procedure);
