import type { EntryIssueKind, FeedNoteKind, FeedReading } from "./feeds.ts";

/** Filters for a user's list of articles. */
export const articleShows = ["all", "unread", "starred"] as const;

const ISSUE_WORDS: Record<EntryIssueKind, string> = {
  "no-link": "without a link",
  "bad-link": "with a link that isn't a web address",
  "no-title": "without a title",
  duplicate: "listed more than once",
};

const formatNumber = (count: number): string => count.toLocaleString("en-US");
export const countEntries = (count: number): string =>
  count === 1 ? "1 entry" : `${formatNumber(count)} entries`;

/** Returns text such as "12 entries without a link": number and reason of skipped entries. */
export const formatEntryIssue = ({ kind, count }: { kind: EntryIssueKind; count: number }): string =>
  `${countEntries(count)} ${ISSUE_WORDS[kind]}`;

/** Describes a minor problem of a usable feed, in a sentence. */
export function describeNote({ kind, count }: { kind: FeedNoteKind; count: number }): string {
  if (kind === "cut-off") return "The feed is cut off in the middle. Everything before that was read.";
  if (kind === "too-many") return "Only the first 2,000 entries are read.";
  const dates = count === 1 ? "1 entry has a date" : `${formatNumber(count)} entries have dates`;
  return `${dates} that couldn't be read. The fetch time is shown instead.`;
}

/** True if a feed has entries but none is usable. */
export const isUnusable = ({ entries, usable }: FeedReading): boolean => entries > 0 && usable === 0;

/** Describes why a feed is unusable, in a sentence. */
export const unusableWords = ({ entries, issues }: FeedReading): string =>
  `None of this feed's ${entries === 1 ? "entries" : `${formatNumber(entries)} entries`} can be used: ${issues.map(formatEntryIssue).join(", ")}.`;
