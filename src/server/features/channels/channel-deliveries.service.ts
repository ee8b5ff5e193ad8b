import type { ChannelRow, DeliveryRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { createBrief } from "#server/features/briefs/briefs.service.ts";
import {
  addDelivery,
  type DeliveryTarget,
  lastSlot,
  listWaitingForChannels,
} from "#server/features/deliveries/deliveries.service.ts";
import { eventsSince } from "#server/features/events/events.service.ts";
import { eventJson, eventMessage, type ReportedEvent } from "#server/features/messages/message.ts";
import { presentVerdictsOn } from "#server/features/verdicts/verdicts.service.ts";
import { getTimeZone } from "#server/kernel/jobs/jobs.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { ChannelContents } from "#shared/channels/channels.ts";
import { isLibraryKind, LIBRARY_KINDS } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import {
  findChannel,
  listChannelRows,
  listIdsWithTag,
  skipEvents,
  updateChannel,
} from "./channels.queries.ts";
import { briefContent, getChannel, readContents } from "./channels.service.ts";
import { type ChannelMessage, readEmails, sendToChannel } from "./send-to-channel.service.ts";

const MAX_EVENTS_PER_MESSAGE = 5000;
/** Webhooks receive each event in full, so they get fewer. */
const MAX_EVENTS_PER_WEBHOOK = 500;

type EventChoices = Extract<ChannelContents, { kind: "events" }>;

/** Delivers messages to channels. */
export const channelTarget: DeliveryTarget = {
  contents: ["brief", "events"],

  async plan(app) {
    const channels = (await listChannelRows(app.db)).filter(({ isOn }) => isOn === 1);
    if (channels.length === 0) return;
    const waiting = new Set((await listWaitingForChannels(app.db)).map(({ channelId }) => channelId));
    const lastSeq = await lastEventSeq(app);
    for (const channel of channels.filter(({ id }) => !waiting.has(id))) {
      const contents = readContents(channel);
      if (contents.kind === "brief") await planBrief(app, channel, contents.schedule, lastSeq);
      else if (channel.lastSeq < lastSeq) await planEvents(app, channel, contents);
    }
  },

  async send(app, delivery, signal) {
    const channel = await getChannel(app, delivery.channelId ?? "");
    const content = await createContent(app, channel, delivery);
    if (content === null) return { kind: "nothing" };
    const currentAddresses = new Set(delivery.recipients === null ? [] : readEmails(channel.address));
    // Addresses that were removed from the list since the last attempt receive nothing more.
    const recipients =
      delivery.recipients === null
        ? null
        : readEmails(delivery.recipients).filter((address) => currentAddresses.has(address));
    if (recipients?.length === 0) return { kind: "nothing" };
    return sendToChannel(app, channel, content, { id: delivery.id, recipients, signal });
  },

  async recordEnd(app, db, { channelId, toSeq }, end) {
    const now = app.now().toISOString();
    if (end.state === "sent")
      await updateChannel(db, channelId ?? "", {
        lastSeq: toSeq,
        ...(!end.isEmpty && { lastOkAt: now, lastError: end.note }),
      });
    else if (end.state === "waiting") await updateChannel(db, channelId ?? "", { lastError: end.error });
    else await updateChannel(db, channelId ?? "", { lastError: end.error, isOn: 0, failedAt: now });
  },
};

async function planBrief(app: App, channel: ChannelRow, schedule: string, toSeq: number): Promise<void> {
  const slot = lastSlot(schedule, getTimeZone(app), app.now());
  if (!slot || slot.at.toISOString() <= channel.onSince) return;
  await planDelivery(app, channel, {
    content: "brief",
    toSeq: Math.max(toSeq, channel.lastSeq),
    slot: slot.at.toISOString(),
  });
}

async function planEvents(app: App, channel: ChannelRow, choices: EventChoices): Promise<void> {
  const { kind, lastSeq } = channel;
  const events = await eventsSince(app, lastSeq, MAX_EVENTS_PER_MESSAGE);
  const chosen = await chooseEvents(app, events, choices);
  const max = kind === "webhook" ? MAX_EVENTS_PER_WEBHOOK : MAX_EVENTS_PER_MESSAGE;
  const toSeq = (chosen.length > max ? chosen[max - 1] : events.at(-1))?.seq;
  if (toSeq === undefined) return;
  if (chosen.length === 0) return void (await skipEvents(app.db, channel, toSeq));
  await planDelivery(app, channel, { content: "events", toSeq, slot: null });
}

const planDelivery = (
  app: App,
  { id, lastSeq }: ChannelRow,
  delivery: Pick<DeliveryRow, "content" | "toSeq" | "slot">,
): Promise<boolean> =>
  addDelivery(app, { channelId: id, userId: null, fromSeq: lastSeq, ...delivery }, async (db) => {
    const channel = await findChannel(db, id);
    return channel?.isOn === 1 ? channel.lastSeq : undefined;
  });

/** Returns the events that a channel receives. */
async function chooseEvents(
  app: App,
  events: readonly LedgerEvent[],
  { verdicts, newTools, tag }: EventChoices,
): Promise<LedgerEvent[]> {
  const taggedIds = tag === "" ? new Set<string>() : await idsWithTag(app, events, tag);
  return events.filter(
    ({ verb, kind, itemId, detail }) =>
      (verdicts && verb === "decided") ||
      (newTools && verb === "added" && kind === "tool") ||
      (taggedIds.has(itemId) &&
        (verb === "added" || verb === "decided" || (verb === "commented" && detail.change === "added"))),
  );
}

async function idsWithTag(app: App, events: readonly LedgerEvent[], tag: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const kind of LIBRARY_KINDS) {
    const present = new Set(events.flatMap((event) => (event.kind === kind ? event.itemId : [])));
    if (present.size === 0 || !isLibraryKind(kind)) continue;
    for (const id of await listIdsWithTag(app.db, kind, [...present], tag)) ids.add(id);
  }
  return ids;
}

/** Returns the content of a delivery, or null if nothing is left to report. */
async function createContent(
  app: App,
  channel: ChannelRow,
  delivery: DeliveryRow,
): Promise<ChannelMessage | null> {
  const contents = readContents(channel);
  if (contents.kind === "brief") {
    const slot = lastSlot(contents.schedule, getTimeZone(app), new Date(delivery.slot ?? app.now()));
    return slot ? scheduledBrief(app, slot) : null;
  }
  const { fromSeq, toSeq } = delivery;
  const events = (await eventsSince(app, fromSeq, MAX_EVENTS_PER_MESSAGE)).filter(({ seq }) => seq <= toSeq);
  const chosen = await chooseEvents(app, events, contents);
  if (chosen.length === 0) return null;
  const reported = await withReasons(app, chosen);
  const origin = app.publicUrl;
  return {
    message: eventMessage(reported, origin),
    type: "events",
    data: { events: reported.map((one) => eventJson(one, origin)) },
  };
}

async function scheduledBrief(app: App, days: { from: string; to: string }): Promise<ChannelMessage | null> {
  const document = await createBrief(app, days);
  return document.sections.length === 0 ? null : briefContent(app, document);
}

/** Adds the reason to each event about a verdict that is still current. */
async function withReasons(app: App, events: readonly LedgerEvent[]): Promise<ReportedEvent[]> {
  const tools = new Set(events.flatMap(({ verb, itemId }) => (verb === "decided" ? itemId : [])));
  const verdicts = await presentVerdictsOn(app, [...tools]);
  const byTool = new Map(verdicts.map((verdict) => [verdict.toolId, verdict]));
  return events.map((event) => {
    const verdict = event.verb === "decided" ? byTool.get(event.itemId) : undefined;
    return { event, reason: verdict && verdict.ring === event.detail.ringTo ? verdict.reason : "" };
  });
}
