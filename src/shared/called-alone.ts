/**
 * Calls that make up a tRPC request of their own: a batch of them would test ten passwords, make ten decks or pay for
 * ten answers at once.
 */
export const CALLED_ALONE: ReadonlySet<string> = new Set([
  "account.changePassword",
  "auth.login",
  "auth.register",
  "auth.resetPassword",
  "exports.prompts",
  "exports.readings",
  "exports.tools",
  "feeds.importOpml",
  "imports.bibtexRows",
  "imports.prompts",
  "imports.readings",
  "imports.starterTools",
  "imports.tools",
  "papers.summarize",
  "readings.lookup",
  "tools.autofill",
  "tools.refreshReleaseNotes",
]);
