import { z } from "zod";

import { httpUrl, idSchema } from "#shared/kernel/text.ts";

/** The largest number of news feeds that a team keeps. A bound for one server, far above what people follow. */
export const MAX_FEEDS = 2000;
/** How many feeds travel in one call. */
export const MAX_FEEDS_AT_ONCE = 100;

/** Why an entry of a feed cannot be used. */
export const entryIssueKinds = ["no-link", "bad-link", "no-title", "duplicate"] as const;
export type EntryIssueKind = (typeof entryIssueKinds)[number];

/** What was odd about a feed or an entry that could be used all the same. */
export const feedNoteKinds = ["bad-date", "cut-off", "too-many"] as const;
export type FeedNoteKind = (typeof feedNoteKinds)[number];

/** What was found in a feed when it was last read. */
export const feedReadingSchema = z.object({
  entries: z.int(),
  usable: z.int(),
  /** Entries that were left out, by reason, each reason with the first of them. */
  issues: z.array(z.object({ kind: z.enum(entryIssueKinds), count: z.int(), example: z.string() })),
  notes: z.array(z.object({ kind: z.enum(feedNoteKinds), count: z.int() })),
});
export type FeedReading = z.infer<typeof feedReadingSchema>;

/** A news feed of the team: its articles are matched to the tools that they name. */
export const feedSchema = z.object({
  id: idSchema,
  url: z.string(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  /** What was found in it when it was last read; null until then. */
  reading: feedReadingSchema.nullable(),
});
export type Feed = z.infer<typeof feedSchema>;

/** The address of a feed, or of a page that announces one. */
export const newFeedSchema = z.strictObject({ url: httpUrl });
export type NewFeed = z.infer<typeof newFeedSchema>;

/** What came of adding many feeds. */
export const feedsAddedSchema = z.object({ added: z.int(), known: z.int(), rejected: z.int() });
export type FeedsAdded = z.infer<typeof feedsAddedSchema>;

/** Some feeds of a list, as the list gives them: each is judged by itself. */
export const feedListSchema = z.object({
  feeds: z
    .array(z.object({ title: z.string().max(10_000), url: z.string().max(10_000) }))
    .max(MAX_FEEDS_AT_ONCE),
});
export type FeedList = z.infer<typeof feedListSchema>;

export const feedOutcomes = ["added", "known", "refused"] as const;

/** What became of each feed of a list, in its order. */
export const feedReportSchema = z.object({
  feeds: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      outcome: z.enum(feedOutcomes),
      /** Why it was refused. */
      reason: z.string().nullable(),
    }),
  ),
});
export type FeedReport = z.infer<typeof feedReportSchema>;
export type ReportedFeed = FeedReport["feeds"][number];
