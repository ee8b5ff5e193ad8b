import { addingProcedure, router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import { removalSchema } from "#shared/kernel/deletions.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";
import { commentEditSchema, commentSchema, newCommentSchema } from "#shared/readings/comments.ts";

import { addComment, editComment, listComments, removeComment } from "./comments.service.ts";

export const commentsRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema.extend({ readingId: newCommentSchema.shape.readingId }))
    .output(pageOf(commentSchema))
    .query(({ ctx, input }) => listComments(ctx.app, input)),
  add: addingProcedure
    .input(newCommentSchema)
    .output(commentSchema)
    .mutation(({ ctx, input }) => addComment(ctx.app, ctx.user, input)),
  edit: protectedProcedure
    .input(commentEditSchema)
    .output(commentSchema)
    .mutation(({ ctx, input }) => editComment(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(byId)
    .output(removalSchema)
    .mutation(({ ctx, input }) => removeComment(ctx.app, ctx.user, input)),
});
