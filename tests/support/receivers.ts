import type { App } from "#server/app.ts";
import { channelTarget } from "#server/features/channels/channel-deliveries.service.ts";
import { addChannel } from "#server/features/channels/channels.service.ts";
import { deliverDue } from "#server/features/deliveries/deliveries.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { type CreatedChannel, newChannelSchema } from "#shared/channels/channels.ts";

export const NEW_TOOLS = { kind: "events", verdicts: false, newTools: true, tag: "" } as const;

export const makeChannel = (app: App, admin: User, more: object): Promise<CreatedChannel> =>
  addChannel(
    app,
    admin,
    newChannelSchema.parse({ kind: "webhook", name: "Team", contents: NEW_TOOLS, ...more }),
  );

/** Records that a tool was added, without a tool. */
export const recordTool = (app: Pick<App, "db" | "now">, title: string): Promise<void> =>
  app.db
    .transaction()
    .execute((db) =>
      recordEvents(app, db, [{ actorId: null, verb: "added", kind: "tool", itemId: title, title }]),
    );

/** Sends due messages to channels. */
export const deliver = (app: App): Promise<void> => deliverDue(app, [channelTarget]);
