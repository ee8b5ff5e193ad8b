import { z } from "zod";

import { addingProcedure, router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import {
  commentEditSchema,
  commentListRequestSchema,
  commentSchema,
  discussionOverviewSchema,
  discussionRequestSchema,
  mentionablePeopleSchema,
  newCommentSchema,
  peopleRequestSchema,
} from "#shared/comments/comments.ts";
import { removalSchema } from "#shared/kernel/deletions.ts";
import { pageOf } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import {
  addComment,
  discussionOverview,
  editComment,
  listComments,
  mentionablePeople,
  setDiscussionSeen,
  removeComment,
} from "./comments.service.ts";

export const commentsRouter = router({
  list: protectedProcedure
    .input(commentListRequestSchema)
    .output(pageOf(commentSchema))
    .query(({ ctx, input }) => listComments(ctx.app, input)),
  overview: protectedProcedure
    .input(discussionRequestSchema)
    .output(discussionOverviewSchema)
    .query(({ ctx, input }) => discussionOverview(ctx.app, ctx.user, input)),
  people: protectedProcedure
    .input(peopleRequestSchema)
    .output(mentionablePeopleSchema)
    .query(({ ctx, input }) => mentionablePeople(ctx.app, ctx.user, input)),
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
  markSeen: protectedProcedure
    .input(discussionRequestSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => setDiscussionSeen(ctx.app, ctx.user, input)),
});
