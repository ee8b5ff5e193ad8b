import { z } from "zod";

import { adminProcedure, protectedProcedure, router, streamOf } from "#server/web/trpc/trpc.ts";
import { exportedFileSchema } from "#shared/export.ts";
import { byId } from "#shared/kernel/text.ts";
import {
  feedListSchema,
  feedReportSchema,
  feedsAddedSchema,
  feedSchema,
  newFeedSchema,
} from "#shared/news/feeds.ts";
import {
  articleFlagsSchema,
  articleSchema,
  newsFetchSchema,
  newsPageSchema,
  newsPerDayInput,
  newsPerDaySchema,
  newsQuerySchema,
} from "#shared/news/news.ts";
import { sectionStatusSchema } from "#shared/news/sources.ts";
import { jobProgressSchema, startedJobSchema } from "#shared/operations/jobs.ts";

import {
  addFeed,
  addFeeds,
  exportOpml,
  listFeeds,
  removeFeed,
  restoreStarterFeeds,
} from "./feeds.service.ts";
import { fetchNewsForTool, newsStatus, startFetchingNews, watchFetchingNews } from "./news-fetch.service.ts";
import { getArticle, markAllRead, newsPerDay, queryNews, setArticleFlags } from "./news.service.ts";

export const newsRouter = router({
  list: protectedProcedure
    .input(newsQuerySchema)
    .output(newsPageSchema)
    .query(({ ctx, input }) => queryNews(ctx.app, ctx.user, input)),
  get: protectedProcedure
    .input(byId)
    .output(articleSchema)
    .query(({ ctx, input }) => getArticle(ctx.app, ctx.user, input.id)),
  status: protectedProcedure.output(sectionStatusSchema).query(({ ctx }) => newsStatus(ctx.app)),
  perDay: protectedProcedure
    .input(newsPerDayInput)
    .output(newsPerDaySchema)
    .query(({ ctx, input }) => newsPerDay(ctx.app, input.timeZone)),
  mark: protectedProcedure
    .input(articleFlagsSchema)
    .output(articleSchema)
    .mutation(({ ctx, input }) => setArticleFlags(ctx.app, ctx.user, input)),
  markAllRead: protectedProcedure.output(z.void()).mutation(({ ctx }) => markAllRead(ctx.app, ctx.user)),
  fetchForTool: protectedProcedure
    .input(byId)
    .output(newsFetchSchema)
    .mutation(({ ctx, input }) => fetchNewsForTool(ctx.app, ctx.user, input)),
  fetchAll: protectedProcedure
    .output(startedJobSchema)
    .mutation(({ ctx }) => startFetchingNews(ctx.app, ctx.user)),
  watchFetch: protectedProcedure
    .output(streamOf(jobProgressSchema))
    .subscription(({ ctx, signal }) => watchFetchingNews(ctx.app, signal)),
});

export const feedsRouter = router({
  list: adminProcedure.output(z.array(feedSchema)).query(({ ctx }) => listFeeds(ctx.app)),
  add: adminProcedure
    .input(newFeedSchema)
    .output(feedSchema)
    .mutation(({ ctx, input }) => addFeed(ctx.app, ctx.user, input)),
  addMany: adminProcedure
    .input(feedListSchema)
    .output(feedReportSchema)
    .mutation(({ ctx, input }) => addFeeds(ctx.app, input)),
  remove: adminProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeFeed(ctx.app, input)),
  exportOpml: adminProcedure.output(exportedFileSchema).query(({ ctx }) => exportOpml(ctx.app)),
  restoreStarter: adminProcedure.output(feedsAddedSchema).mutation(({ ctx }) => restoreStarterFeeds(ctx.app)),
});
