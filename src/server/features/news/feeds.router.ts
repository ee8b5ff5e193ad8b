import { z } from "zod";

import { adminProcedure, router } from "#server/web/trpc/trpc.ts";
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
  addFeed,
  addFeeds,
  exportOpml,
  listFeeds,
  removeFeed,
  restoreStarterFeeds,
} from "./feeds.service.ts";

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
