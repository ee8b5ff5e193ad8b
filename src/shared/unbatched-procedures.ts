/**
 * Calls that make up a tRPC request of their own: a batch of them would test ten passwords, make ten decks, have ten
 * other sites or paid services asked at once, or keep what is beside them from being seen first.
 */
export const CALLED_ALONE: ReadonlySet<string> = new Set([
  "account.changePassword",
  "auth.login",
  "auth.register",
  "auth.resetPassword",
  "events.since",
  "events.unseen",
  "exports.prompts",
  "exports.radar",
  "exports.readings",
  "exports.tools",
  "feeds.add",
  "imports.bibtexRows",
  "imports.prompts",
  "imports.readings",
  "imports.starterTools",
  "imports.tools",
  "links.named",
  "links.of",
  "news.fetchForTool",
  "papers.summarize",
  "pictures.check",
  "readings.lookup",
  "tools.autofill",
  "tools.refreshReleaseNotes",
]);
