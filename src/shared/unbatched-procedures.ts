/**
 * Calls that must not be batched. A batch would test ten passwords, create ten decks, or query ten sites or paid
 * services at once. Others would delay the display of the calls next to them.
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
  "search.ask",
  "tools.autofill",
  "tools.refreshReleaseNotes",
]);
