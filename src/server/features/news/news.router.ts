import { z } from "zod";

import { router, protectedProcedure, streamOf } from "#server/web/trpc/trpc.ts";
import { byId } from "#shared/kernel/text.ts";
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

import { fetchNewsForTool, newsStatus, startFetchingNews, watchFetchingNews } from "./news-fetch.service.ts";
import { getArticle, markAllRead, setArticleFlags, newsPerDay, queryNews } from "./news.service.ts";

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
