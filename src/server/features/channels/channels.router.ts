import { z } from "zod";

import { adminProcedure, adminSessionProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  channelEditSchema,
  channelListSchema,
  channelSchema,
  createdChannelSchema,
  deliveriesRequestSchema,
  deliverySchema,
  newChannelSchema,
  sendBriefRequestSchema,
  sendOutcomeSchema,
} from "#shared/channels/channels.ts";
import { pageOf } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import {
  addChannel,
  editChannel,
  listChannels,
  listDeliveries,
  removeChannel,
  sendBrief,
  testChannel,
} from "./channels.service.ts";

export const channelsRouter = router({
  list: adminProcedure.output(channelListSchema).query(({ ctx }) => listChannels(ctx.app)),
  add: adminSessionProcedure
    .input(newChannelSchema)
    .output(createdChannelSchema)
    .mutation(({ ctx, input }) => addChannel(ctx.app, ctx.user, input)),
  edit: adminSessionProcedure
    .input(channelEditSchema)
    .output(channelSchema)
    .mutation(({ ctx, input }) => editChannel(ctx.app, ctx.user, input)),
  remove: adminSessionProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeChannel(ctx.app, ctx.user, input)),
  test: adminSessionProcedure
    .input(byId)
    .output(sendOutcomeSchema)
    .mutation(({ ctx, input }) => testChannel(ctx.app, ctx.user, input)),
  sendBrief: adminSessionProcedure
    .input(sendBriefRequestSchema)
    .output(sendOutcomeSchema)
    .mutation(({ ctx, input }) => sendBrief(ctx.app, ctx.user, input, ctx.abortSignal())),
  deliveries: adminProcedure
    .input(deliveriesRequestSchema)
    .output(pageOf(deliverySchema))
    .query(({ ctx, input }) => listDeliveries(ctx.app, input)),
});
