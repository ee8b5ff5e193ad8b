import { z } from "zod";

import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  aliasesOfToolSchema,
  aliasesSchema,
  aliasRemovalSchema,
  newAliasSchema,
} from "#shared/links/links.ts";

import { addAlias, listAliases, removeAlias } from "./aliases.service.ts";

export const aliasesRouter = router({
  list: protectedProcedure
    .input(aliasesOfToolSchema)
    .output(aliasesSchema)
    .query(({ ctx, input }) => listAliases(ctx.app, input)),
  add: protectedProcedure
    .input(newAliasSchema)
    .output(aliasesSchema)
    .mutation(({ ctx, input }) => addAlias(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(aliasRemovalSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => removeAlias(ctx.app, input)),
});
