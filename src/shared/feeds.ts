import { z } from "zod";

import { httpUrl, idSchema } from "./text.ts";

/** The largest number of news feeds that a team keeps. */
export const MAX_FEEDS = 300;

/** A news feed of the team: its articles are matched to the tools that they name. */
export const feedSchema = z.object({
  id: idSchema,
  url: z.string(),
  title: z.string(),
  createdAt: z.iso.datetime(),
});
export type Feed = z.infer<typeof feedSchema>;

/** The address of a feed, or of a page that announces one. */
export const newFeedSchema = z.object({ url: httpUrl });
export type NewFeed = z.infer<typeof newFeedSchema>;

/** The text of an OPML file. */
export const opmlSchema = z.object({ opml: z.string().min(1, "This file is empty").max(900_000) });

/** What came of adding many feeds. */
export const feedsAddedSchema = z.object({ added: z.int(), known: z.int(), rejected: z.int() });
export type FeedsAdded = z.infer<typeof feedsAddedSchema>;
