import { z } from "zod";

import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import { addingProcedure, protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { removalRequestSchema, removalSchema } from "#shared/kernel/deletions.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";
import { restoreRequestSchema, versionsRequestSchema } from "#shared/kernel/versions.ts";
import {
  listedReadingSchema,
  lookupAnswerSchema,
  lookupRequestSchema,
  newReadingSchema,
  readingEditSchema,
  readingSchema,
  readingVersionSchema,
} from "#shared/readings/readings.ts";

import {
  addReading,
  editReading,
  fetchReadingDetails,
  getReading,
  listReadings,
  markSeen,
  removeReading,
  readingLibrary,
} from "./readings.service.ts";

export const readingsRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(listedReadingSchema))
    .query(({ ctx, input }) => listReadings(ctx.app, ctx.user, input)),
  get: protectedProcedure
    .input(byId)
    .output(readingSchema)
    .query(({ ctx, input }) => getReading(ctx.app, input.id)),
  lookup: protectedProcedure
    .input(lookupRequestSchema)
    .output(lookupAnswerSchema)
    .mutation(({ ctx, input }) => fetchReadingDetails(ctx.app, ctx.user, input)),
  add: addingProcedure
    .input(newReadingSchema)
    .output(readingSchema)
    .mutation(({ ctx, input }) => addReading(ctx.app, ctx.user, input)),
  edit: protectedProcedure
    .input(readingEditSchema)
    .output(readingSchema)
    .mutation(({ ctx, input }) => editReading(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(removalRequestSchema)
    .output(removalSchema.extend({ removedComments: z.int() }))
    .mutation(({ ctx, input }) => removeReading(ctx.app, ctx.user, input)),
  versions: protectedProcedure
    .input(versionsRequestSchema)
    .output(pageOf(readingVersionSchema))
    .query(({ ctx, input }) => listVersions(ctx.app, readingLibrary, input)),
  restore: protectedProcedure
    .input(restoreRequestSchema)
    .output(readingSchema)
    .mutation(({ ctx, input }) => restoreVersion(ctx.app, readingLibrary, ctx.user, input)),
  markSeen: protectedProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => markSeen(ctx.app, ctx.user, input)),
});
