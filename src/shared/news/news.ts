import { z } from "zod";

import { dayCountsSchema, timeZoneSchema } from "#shared/kernel/day-counts.ts";
import { listCountsSchema, pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema } from "#shared/kernel/text.ts";

import { articleShows } from "./feed-words.ts";

export const articleSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Plain text, like all texts of an article. */
  content: z.string().nullable(),
  excerpt: z.string().nullable(),
  url: z.string(),
  imageUrl: z.string().nullable(),
  source: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  toolId: idSchema,
  toolName: z.string(),
  createdAt: z.iso.datetime(),
  /** Current data of the tool. */
  tool: z.object({ name: z.string(), company: z.string().nullable() }),
  /** Tools named in the article, each once: first the tool that it was found for, then the others by name. */
  tools: z.array(z.object({ id: idSchema, name: z.string() })),
  /** Other articles of the same cluster. */
  alsoIn: z.array(z.object({ source: z.string().nullable(), url: z.string() })),
  /** Excludes deleted comments. */
  commentCount: z.int(),
  /** Flags of the requesting user. */
  isRead: z.boolean(),
  isStarred: z.boolean(),
});
export type Article = z.infer<typeof articleSchema>;

export const newsQuerySchema = pageRequestSchema.extend({
  /** Text to find in title, content, tool name or company, in any case. */
  search: z.string().max(200).optional(),
  toolId: idSchema.optional(),
  show: z.enum(articleShows).optional(),
  /** Time zone of the user. If set, a page includes the number of clusters on its last day. */
  timeZone: timeZoneSchema.optional(),
});
export type NewsQuery = z.infer<typeof newsQuerySchema>;

export const newsPageSchema = pageOf(articleSchema).extend({
  /** Number of matching clusters, and of all clusters. Only on the first page. */
  counts: listCountsSchema.nullable(),
  /** Number of clusters on the page's last day. Some may be on the next page. */
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

/** Result of fetching news of one tool. */
export const newsFetchSchema = z.object({
  message: z.string(),
  added: z.int(),
  /** Sources that failed, while others were queried. */
  sourceErrors: z.array(z.object({ source: z.string(), message: z.string() })),
});
export type NewsFetch = z.infer<typeof newsFetchSchema>;
