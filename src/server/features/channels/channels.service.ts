import { randomBytes, randomUUID } from "node:crypto";

import type { ChannelRow, DeliveryRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { createBrief } from "#server/features/briefs/briefs.service.ts";
import {
  deleteWaiting,
  listDeliveryRows,
  listWaitingForChannels,
  nextSlot,
  retryDropped,
  type SendResult,
} from "#server/features/deliveries/deliveries.service.ts";
import { briefMessage } from "#server/features/messages/message.ts";
import { getTimeZone } from "#server/kernel/jobs/jobs.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { findRefusalReason, hostAndPort } from "#server/outside/http/address-guard.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import { applyChoices } from "#shared/brief/brief-texts.ts";
import type { BriefDocument } from "#shared/brief/briefs.ts";
import {
  type Channel,
  type ChannelContents,
  channelContentsSchema,
  type ChannelEdit,
  type ChannelList,
  type CreatedChannel,
  type DeliveriesRequest,
  type Delivery,
  type NewChannel,
  type SendBriefRequest,
  type SendOutcome,
} from "#shared/channels/channels.ts";
import { CHANNEL_WORDS, MAX_CHANNELS, NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";
import type { Page } from "#shared/kernel/paging.ts";

import {
  countChannels,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannelRows,
  updateChannel,
} from "./channels.queries.ts";
import {
  type ChannelMessage,
  readEmails,
  SECRET_PREFIX,
  sendToChannel,
  sendToList,
} from "./send-to-channel.service.ts";

/** Time limit for sending a message while an administrator waits. */
const SEND_NOW_MS = 25_000;

export const readContents = ({ contents }: Pick<ChannelRow, "contents">): ChannelContents =>
  channelContentsSchema.parse(JSON.parse(contents));

/** Returns all channels, oldest first, without their secrets and without addresses that contain one. */
export async function listChannels(app: App): Promise<ChannelList> {
  const [rows, waiting] = await Promise.all([listChannelRows(app.db), listWaitingForChannels(app.db)]);
  return {
    channels: rows.map((row) =>
      toChannel(
        app,
        row,
        waiting.find(({ channelId }) => channelId === row.id),
      ),
    ),
    hasMail: app.integrations.mail !== null,
    timeZone: getTimeZone(app),
  };
}

/** Maximum number of channels named in warnings. */
const MAX_FAILED_CHANNELS = 20;

/** Returns channels that the server turned off after failures. */
export const failedChannels = async ({ db }: Pick<App, "db">): Promise<{ name: string; error: string }[]> =>
  (await listChannelRows(db))
    .filter(({ isOn, failedAt }) => isOn === 0 && failedAt !== null)
    .slice(0, MAX_FAILED_CHANNELS)
    .map(({ name, lastError }) => ({ name, error: lastError ?? "" }));

/** Adds a channel. Returns the key that signs its webhooks; it is never returned again. */
export async function addChannel(app: App, admin: User, input: NewChannel): Promise<CreatedChannel> {
  const { kind, name, contents } = input;
  const address = readAddress(app, kind, input);
  if (address === undefined) throw invalid("Please enter a valid URL", "url");
  const secret = kind === "webhook" ? `${SECRET_PREFIX}${randomBytes(32).toString("base64")}` : null;
  const now = app.now().toISOString();
  const row = await app.db.transaction().execute(async (db) => {
    if ((await countChannels(db)) >= MAX_CHANNELS)
      throw conflict(`There are already ${MAX_CHANNELS} channels. Delete one first.`);
    return insertChannel(db, {
      id: randomUUID(),
      kind,
      name,
      address,
      secret,
      contents: JSON.stringify(contents),
      schedule: contents.kind === "brief" ? contents.schedule : null,
      lastSeq: await lastEventSeq({ ...app, db }),
      lastOkAt: null,
      lastError: null,
      isOn: 1,
      onSince: now,
      failedAt: null,
      createdAt: now,
    });
  });
  app.log.info({ channelId: row.id, kind, by: admin.id }, "added a channel");
  return { ...toChannel(app, row), secret };
}

/** Changes a channel. Turning it on again resumes the message that failed last. */
export async function editChannel(
  app: App,
  admin: User,
  { id, name, contents, isOn, ...addresses }: ChannelEdit,
): Promise<Channel> {
  const row = await app.db.transaction().execute(async (db) => {
    const before = await getChannel({ ...app, db }, id);
    const address = readAddress(app, before.kind, addresses);
    const now = app.now().toISOString();
    const isTurnedOn = isOn === true && before.isOn === 0;
    const hasOtherContents =
      contents !== undefined && JSON.stringify(contents) !== JSON.stringify(readContents(before));
    if (hasOtherContents || isOn === false) await deleteWaiting(db, id);
    const isResumed =
      isTurnedOn &&
      !hasOtherContents &&
      before.failedAt !== null &&
      (await retryDropped(db, id, before.failedAt, now)) !== undefined;
    const isRestarted = hasOtherContents || (isTurnedOn && !isResumed);
    return updateChannel(db, id, {
      name,
      address,
      ...(contents !== undefined && {
        contents: JSON.stringify(contents),
        schedule: contents.kind === "brief" ? contents.schedule : null,
      }),
      ...(isOn !== undefined && { isOn: isOn ? 1 : 0 }),
      ...(isTurnedOn && { failedAt: null, lastError: null }),
      ...(isRestarted && { onSince: now, lastSeq: await lastEventSeq({ ...app, db }) }),
    });
  });
  if (!row) throw channelNotFound();
  app.log.info({ channelId: id, by: admin.id }, "changed a channel");
  return toChannel(app, row);
}

export async function removeChannel(app: App, admin: User, { id }: { id: string }): Promise<void> {
  if (!(await deleteChannel(app.db, id))) throw channelNotFound();
  app.log.info({ channelId: id, by: admin.id }, "deleted a channel");
}

/** Sends a test message now. Returns the error, if any. */
export async function testChannel(app: App, admin: User, { id }: { id: string }): Promise<SendOutcome> {
  const channel = await getChannel(app, id);
  const { label } = CHANNEL_WORDS[channel.kind];
  const message = {
    title: `Test message to “${channel.name}”`,
    intro: "If you can read this, StackLoop can send messages here.",
    sections: [],
    link: { label: "Open StackLoop", url: `${app.publicUrl}/` },
  };
  const data = { message: message.intro, channel: channel.name, kind: label, url: message.link.url };
  return sendNow(app, admin, channel, { message, type: "test", data });
}

/** Sends the brief of a period, with these choices, now. Returns the error, if any. */
export async function sendBrief(
  app: App,
  admin: User,
  { channelId, emails, ...draft }: SendBriefRequest,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const channel = emails === undefined ? await getChannel(app, channelId ?? "") : null;
  if (channel === null && app.integrations.mail === null) throw invalid(NO_MAIL_MESSAGE, "emails");
  const document = applyChoices(await createBrief(app, draft, signal), draft);
  if (document.sections.length === 0 && document.note.trim() === "")
    throw conflict("There is nothing to send. Choose another period, or write a note.");
  const content = briefContent(app, document);
  app.log.info({ channelId, people: emails?.length, by: admin.id }, "sending a brief");
  if (channel) return sendNow(app, admin, channel, content);
  await app.limits.messages.count(admin.id);
  const list = {
    name: "StackLoop",
    to: emails ?? [],
    reason: `${personName(admin)} sent you this brief from StackLoop at ${app.publicUrl}.`,
  };
  return { error: errorOf(await sendToList(app, list, content.message, createSingleAttempt())) };
}

/** Converts a brief to the content of a message. */
export function briefContent(app: App, document: BriefDocument): ChannelMessage {
  const { from, to } = document.period;
  const path = `/brief?from=${from}&to=${to}`;
  const message = briefMessage(document, { origin: app.publicUrl, path });
  return { message, type: "brief", data: { brief: document, url: message.link.url } };
}

const createSingleAttempt = () => ({ id: randomUUID(), signal: AbortSignal.timeout(SEND_NOW_MS) });

const errorOf = (result: SendResult): string | null =>
  result.kind === "sent" ? result.note : result.kind === "nothing" ? null : result.error;

/** Sends a message now, outside the channel's schedule. */
async function sendNow(
  app: App,
  user: Pick<User, "id">,
  channel: ChannelRow,
  content: ChannelMessage,
): Promise<SendOutcome> {
  await app.limits.messages.count(user.id);
  const error = errorOf(
    await sendToChannel(app, channel, content, { ...createSingleAttempt(), recipients: null }),
  );
  await updateChannel(
    app.db,
    channel.id,
    error === null ? { lastOkAt: app.now().toISOString(), lastError: null } : { lastError: error },
  );
  return { error };
}

/** Returns the deliveries of a channel, newest first. */
export async function listDeliveries(
  app: App,
  { channelId, ...page }: DeliveriesRequest,
): Promise<Page<Delivery>> {
  await getChannel(app, channelId);
  return readPage(
    page,
    async (slice) => (await listDeliveryRows(app.db, channelId, slice)).map(toDelivery),
    ({ createdAt, id }) => [createdAt, id],
  );
}

export async function getChannel({ db }: Pick<App, "db">, id: string): Promise<ChannelRow> {
  const row = await findChannel(db, id);
  if (!row) throw channelNotFound();
  return row;
}

const channelNotFound = () => notFound("Channel not found");

/**
 * Returns the stored form of a channel's address, or undefined if the request has none. Throws 400 for an address that
 * isn't allowed.
 */
function readAddress(
  { config, integrations }: App,
  kind: ChannelRow["kind"],
  { emails, url }: Pick<ChannelEdit, "emails" | "url">,
): string | undefined {
  if (kind === "email") {
    if (emails === undefined) return undefined;
    if (integrations.mail === null) throw invalid(NO_MAIL_MESSAGE, "emails");
    return JSON.stringify(emails);
  }
  if (url === undefined) return undefined;
  const address = new URL(url);
  const allowed = new Set(config.outboundAllow);
  if (findRefusalReason(address, allowed) !== undefined) throw invalid("That address is not allowed", "url");
  // The address may contain a secret, and the messages contain the team's content.
  if (address.protocol !== "https:" && !allowed.has(hostAndPort(address)))
    throw invalid("Enter an address that begins with https://", "url");
  return url;
}

const toDelivery = ({
  id,
  content,
  state,
  tries,
  createdAt,
  finishedAt,
  nextTryAt,
  error,
}: DeliveryRow): Delivery => ({
  id,
  content,
  state,
  tries,
  createdAt,
  finishedAt,
  nextTryAt: state === "waiting" ? nextTryAt : null,
  error,
});

function toChannel(app: App, row: ChannelRow, waiting?: DeliveryRow): Channel {
  const { id, kind, name, address, lastOkAt, lastError, failedAt } = row;
  const contents = readContents(row);
  const isOn = row.isOn === 1;
  const next =
    isOn && contents.kind === "brief" ? nextSlot(contents.schedule, getTimeZone(app), app.now()) : null;
  return {
    id,
    kind,
    name,
    emails: kind === "email" ? readEmails(address) : [],
    address: kind === "email" ? null : hideSecret(address),
    contents,
    isOn,
    nextAt: next?.toISOString() ?? null,
    lastOkAt,
    lastError,
    retryAt: waiting && waiting.error !== null ? waiting.nextTryAt : null,
    failedAt,
  };
}

/** Returns a URL without its secret part, in a form that admins recognize: "hooks.slack.com/…x7Qa". */
function hideSecret(address: string): string {
  const { host, pathname, search } = new URL(address);
  const pathAndQuery = `${pathname}${search}`.replace(/\/$/u, "");
  return pathAndQuery.length < 12
    ? `${host}${pathAndQuery === "" ? "" : "/…"}`
    : `${host}/…${pathAndQuery.slice(-4)}`;
}
