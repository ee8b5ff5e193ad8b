import { protectedProcedure, router } from "#server/trpc.ts";
import { eventsAfterRequestSchema, eventsAfterSchema } from "#shared/ledger.ts";

import { eventsAfter } from "./events.service.ts";

export const eventsRouter = router({
  after: protectedProcedure
    .input(eventsAfterRequestSchema)
    .output(eventsAfterSchema)
    .query(({ ctx, input }) => eventsAfter(ctx.app, input)),
});
