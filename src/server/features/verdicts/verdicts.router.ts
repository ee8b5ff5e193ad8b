import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { exportedFileSchema } from "#shared/export.ts";
import {
  newVoteSchema,
  blindSpotsSchema,
  decisionSchema,
  movesRequestSchema,
  movesSchema,
  overdueVerdictsSchema,
  currentVerdictsSchema,
  radarFileRequestSchema,
  radarRequestSchema,
  radarSchema,
  toolVerdictRequestSchema,
  toolVerdictSchema,
  verdictHistoryRequestSchema,
  verdictPageSchema,
} from "#shared/verdicts/verdicts.ts";

import { decide } from "./decisions.service.ts";
import { blindSpots, moves, radar, radarCsv } from "./radar.service.ts";
import { overdueVerdicts, presentVerdicts, toolVerdict, verdictHistory, vote } from "./verdicts.service.ts";

export const verdictsRouter = router({
  of: protectedProcedure
    .input(toolVerdictRequestSchema)
    .output(toolVerdictSchema)
    .query(({ ctx, input }) => toolVerdict(ctx.app, ctx.user, input)),
  present: protectedProcedure.output(currentVerdictsSchema).query(({ ctx }) => presentVerdicts(ctx.app)),
  decide: protectedProcedure
    .input(decisionSchema)
    .output(toolVerdictSchema)
    .mutation(({ ctx, input }) => decide(ctx.app, ctx.user, input)),
  vote: protectedProcedure
    .input(newVoteSchema)
    .output(toolVerdictSchema)
    .mutation(({ ctx, input }) => vote(ctx.app, ctx.user, input)),
  history: protectedProcedure
    .input(verdictHistoryRequestSchema)
    .output(verdictPageSchema)
    .query(({ ctx, input }) => verdictHistory(ctx.app, input)),
  radar: protectedProcedure
    .input(radarRequestSchema)
    .output(radarSchema)
    .query(({ ctx, input }) => radar(ctx.app, input)),
  moves: protectedProcedure
    .input(movesRequestSchema)
    .output(movesSchema)
    .query(({ ctx, input }) => moves(ctx.app, input)),
  radarCsv: protectedProcedure
    .input(radarFileRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => radarCsv(ctx.app, input)),
  blindSpots: protectedProcedure.output(blindSpotsSchema).query(({ ctx }) => blindSpots(ctx.app)),
  overdue: protectedProcedure.output(overdueVerdictsSchema).query(({ ctx }) => overdueVerdicts(ctx.app)),
});
