import { z } from "zod";

import { dayCountsSchema, timeZoneSchema } from "#shared/kernel/day-counts.ts";
import { listCountsSchema, pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema } from "#shared/kernel/text.ts";

import { articleShows } from "./article-shows.ts";

export const articleSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Plain text, as all texts of an article. */
  content: z.string().nullable(),
  excerpt: z.string().nullable(),
  url: z.string(),
  imageUrl: z.string().nullable(),
  source: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  toolId: idSchema,
  toolName: z.string(),
  createdAt: z.iso.datetime(),
  /** The tool as it is now. */
  tool: z.object({ name: z.string(), company: z.string().nullable() }),
  /** Where else the same story stands. */
  alsoIn: z.array(z.object({ source: z.string().nullable(), url: z.string() })),
  /** For the person who asks. */
  isRead: z.boolean(),
  isStarred: z.boolean(),
});
export type Article = z.infer<typeof articleSchema>;

export const newsQuerySchema = pageRequestSchema.extend({
  /** A text that stands in title, content, tool name or tool company, whatever the case. */
  search: z.string().max(200).optional(),
  toolId: idSchema.optional(),
  show: z.enum(articleShows).optional(),
  /** Of whoever asks: then a page tells how many stories its last day has. */
  timeZone: timeZoneSchema.optional(),
});
export type NewsQuery = z.infer<typeof newsQuerySchema>;

export const newsPageSchema = pageOf(articleSchema).extend({
  /** How many stories the query has, and how many there are without it; with the first page alone. */
  counts: listCountsSchema.nullable(),
  /** How many stories the day of the page's last one has, of which some may be on the next page. */
  lastDayCount: z.int().nullable(),
});
export type NewsPage = z.infer<typeof newsPageSchema>;

export const articleFlagsSchema = z.object({
  id: idSchema,
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
});
export type ArticleFlags = z.infer<typeof articleFlagsSchema>;

export const newsPerDayInput = z.object({ timeZone: timeZoneSchema });
export const newsPerDaySchema = z.object({ days: dayCountsSchema });
export type NewsPerDay = z.infer<typeof newsPerDaySchema>;

/** What came of looking for news of one tool. */
export const newsFetchSchema = z.object({
  message: z.string(),
  added: z.int(),
  /** Sources that failed while the others were asked. */
  sourceErrors: z.array(z.object({ source: z.string(), message: z.string() })),
});
export type NewsFetch = z.infer<typeof newsFetchSchema>;
