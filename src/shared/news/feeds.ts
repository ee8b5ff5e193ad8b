import { z } from "zod";

import { httpUrl, idSchema } from "#shared/kernel/text.ts";

/** Maximum number of a team's news feeds. It protects the server and is far above real needs. */
export const MAX_FEEDS = 2000;
/** Maximum number of feeds in one call. */
export const MAX_FEEDS_AT_ONCE = 100;

/** Reasons why a feed's entry is unusable. */
export const entryIssueKinds = ["no-link", "bad-link", "no-title", "duplicate"] as const;
export type EntryIssueKind = (typeof entryIssueKinds)[number];

/** Minor problems of usable feeds and entries. */
export const feedNoteKinds = ["bad-date", "cut-off", "too-many"] as const;
export type FeedNoteKind = (typeof feedNoteKinds)[number];

/** Result of the last time a feed was read. */
export const feedReadingSchema = z.object({
  entries: z.int(),
  usable: z.int(),
  /** Skipped entries by reason, each with its first example. */
  issues: z.array(z.object({ kind: z.enum(entryIssueKinds), count: z.int(), example: z.string() })),
  notes: z.array(z.object({ kind: z.enum(feedNoteKinds), count: z.int() })),
});
export type FeedReading = z.infer<typeof feedReadingSchema>;

/** News feed of the team. Its articles are matched to the tools that they mention. */
export const feedSchema = z.object({
  id: idSchema,
  url: z.string(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  /** Result of the last time it was read. Null until then. */
  reading: feedReadingSchema.nullable(),
});
export type Feed = z.infer<typeof feedSchema>;

/** Address of a feed, or of a page that announces one. */
export const newFeedSchema = z.strictObject({ url: httpUrl });
export type NewFeed = z.infer<typeof newFeedSchema>;

/** Result of adding many feeds. */
export const feedsAddedSchema = z.object({ added: z.int(), known: z.int(), rejected: z.int() });
export type FeedsAdded = z.infer<typeof feedsAddedSchema>;

/** Feeds of a list, unchecked. Each is processed independently. */
export const feedListSchema = z.object({
  feeds: z
    .array(z.object({ title: z.string().max(10_000), url: z.string().max(10_000) }))
    .max(MAX_FEEDS_AT_ONCE),
});
export type FeedList = z.infer<typeof feedListSchema>;

const feedOutcomes = ["added", "known", "refused"] as const;

/** Result for each feed of a list, in the order of the list. */
export const feedReportSchema = z.object({
  feeds: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      outcome: z.enum(feedOutcomes),
      /** Reason why it was rejected. */
      reason: z.string().nullable(),
    }),
  ),
});
export type FeedReport = z.infer<typeof feedReportSchema>;
export type ReportedFeed = FeedReport["feeds"][number];
