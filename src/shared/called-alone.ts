/**
 * Calls that make up a tRPC request of their own: a batch of them would test ten passwords, make ten decks, or have ten
 * other sites or paid services asked at once.
 */
export const CALLED_ALONE: ReadonlySet<string> = new Set([
  "account.changePassword",
  "auth.login",
  "auth.register",
  "auth.resetPassword",
  "exports.prompts",
  "exports.readings",
  "exports.tools",
  "feeds.add",
  "feeds.importOpml",
  "imports.bibtexRows",
  "imports.prompts",
  "imports.readings",
  "imports.starterTools",
  "imports.tools",
  "news.fetchForTool",
  "papers.summarize",
  "pictures.check",
  "readings.lookup",
  "tools.autofill",
  "tools.refreshReleaseNotes",
]);
