import { z } from "zod";

import { admin, router } from "#server/trpc.ts";
import { exportedFileSchema } from "#shared/export.ts";
import {
  feedListSchema,
  feedReportSchema,
  feedsAddedSchema,
  feedSchema,
  newFeedSchema,
  opmlSchema,
} from "#shared/feeds.ts";
import { byId } from "#shared/text.ts";

import {
  addFeed,
  addFeeds,
  exportOpml,
  importOpml,
  listFeeds,
  removeFeed,
  restoreStarterFeeds,
} from "./feeds.service.ts";

export const feedsRouter = router({
  list: admin.output(z.array(feedSchema)).query(({ ctx }) => listFeeds(ctx.app)),
  add: admin
    .input(newFeedSchema)
    .output(feedSchema)
    .mutation(({ ctx, input }) => addFeed(ctx.app, input)),
  addMany: admin
    .input(feedListSchema)
    .output(feedReportSchema)
    .mutation(({ ctx, input }) => addFeeds(ctx.app, input)),
  remove: admin
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeFeed(ctx.app, input)),
  importOpml: admin
    .input(opmlSchema)
    .output(feedsAddedSchema)
    .mutation(({ ctx, input }) => importOpml(ctx.app, input)),
  exportOpml: admin.output(exportedFileSchema).query(({ ctx }) => exportOpml(ctx.app)),
  restoreStarter: admin.output(feedsAddedSchema).mutation(({ ctx }) => restoreStarterFeeds(ctx.app)),
});
