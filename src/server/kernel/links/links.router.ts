import { z } from "zod";

import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  decidedLinkSchema,
  linkDecisionSchema,
  linkIdSchema,
  linkListRequestSchema,
  linkPageSchema,
  linkSchema,
  namesInItemSchema,
  newLinkSchema,
  relatedGroupsSchema,
  relatedRequestSchema,
} from "#shared/links/links.ts";

import {
  addLink,
  decideLink,
  listRelated,
  listNamesInItem,
  listRelatedGroups,
  removeLink,
} from "./links.service.ts";

export const linksRouter = router({
  of: protectedProcedure
    .input(relatedRequestSchema)
    .output(relatedGroupsSchema)
    .query(({ ctx, input }) => listRelatedGroups(ctx.app, input)),
  list: protectedProcedure
    .input(linkListRequestSchema)
    .output(linkPageSchema)
    .query(({ ctx, input }) => listRelated(ctx.app, input)),
  named: protectedProcedure
    .input(relatedRequestSchema)
    .output(namesInItemSchema)
    .query(({ ctx, input }) => listNamesInItem(ctx.app, input)),
  add: protectedProcedure
    .input(newLinkSchema)
    .output(linkSchema)
    .mutation(({ ctx, input }) => addLink(ctx.app, ctx.user, input)),
  decide: protectedProcedure
    .input(linkDecisionSchema)
    .output(decidedLinkSchema)
    .mutation(({ ctx, input }) => decideLink(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(linkIdSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => removeLink(ctx.app, ctx.user, input)),
});
