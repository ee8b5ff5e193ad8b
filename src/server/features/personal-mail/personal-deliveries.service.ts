import type { DeliveryRow, MailSettingRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { createBrief } from "#server/features/briefs/briefs.service.ts";
import {
  addDelivery,
  type DeliveryTarget,
  failure,
  lastSlot,
  type SendResult,
} from "#server/features/deliveries/deliveries.service.ts";
import { asMail } from "#server/features/messages/as-mail.ts";
import { briefMessage, type Message, shorten, subjectOf } from "#server/features/messages/message.ts";
import { getTimeZone } from "#server/kernel/jobs/jobs.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import { MailError } from "#server/outside/mail/mail-sender.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import { NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";
import { reasonWords } from "#shared/inbox/inbox-words.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";

import {
  countOpenEntries,
  findConfirmedSettings,
  listInboxMailsDue,
  listDigestsDue,
  listMailEntries,
  updateMailSettings,
} from "./personal-mail.queries.ts";
import { unsubscribeUrl } from "./personal-mail.service.ts";

/** Times of digests, in the workspace's time zone. */
const DIGEST_SCHEDULES = { daily: "Daily 8:00", weekly: "Monday 8:00" } as const;
/** Minimum interval between two mails to a person. */
const MIN_INTERVAL_MS = 15 * 60_000;
/** Time to open a mention in the app before a mail about it is sent. */
const INBOX_DELAY_MS = 60_000;
const MAX_PEOPLE = 500;
const MAX_ENTRIES = 100;

/** Delivers mails to single users. */
export const personTarget: DeliveryTarget = {
  contents: ["digest", "inbox"],

  async plan(app) {
    if (app.integrations.mail === null) return;
    const lastSeq = await lastEventSeq(app);
    for (const digest of ["daily", "weekly"] as const) {
      const slot = lastSlot(DIGEST_SCHEDULES[digest], getTimeZone(app), app.now());
      if (!slot) continue;
      const at = slot.at.toISOString();
      for (const person of await listDigestsDue(app.db, digest, at, MAX_PEOPLE))
        await planMail(app, person, { content: "digest", toSeq: lastSeq, slot: at, delayMs: 0 });
    }
    for (const { toSeq, ...person } of await listInboxMailsDue(app.db, MAX_PEOPLE))
      await planMail(app, person, { content: "inbox", toSeq, slot: null, delayMs: INBOX_DELAY_MS });
  },

  async send(app, delivery, signal) {
    const settings = await findConfirmedSettings(app.db, delivery.userId ?? "");
    if (!settings) return { kind: "nothing" };
    const message =
      delivery.content === "digest"
        ? await digestMessage(app, settings, delivery)
        : await entriesMessage(app, settings, delivery);
    return message === null
      ? { kind: "nothing" }
      : sendMail(app, settings, { message, id: delivery.id, signal });
  },

  async recordEnd(app, db, { userId, content, toSeq }, end) {
    const update = (changes: Parameters<typeof updateMailSettings>[2]) =>
      updateMailSettings(db, userId ?? "", changes);
    if (end.state !== "sent") {
      // After the last attempt fails, the address has to be confirmed again.
      await update({ lastError: end.error, ...(end.state === "dropped" && { confirmedAt: null }) });
      return;
    }
    if (content === "inbox") await update({ lastSeq: toSeq });
    if (!end.isEmpty) await update({ lastMailAt: app.now().toISOString(), lastError: null });
  },
};

function planMail(
  app: App,
  { userId, lastSeq, lastMailAt }: Pick<MailSettingRow, "userId" | "lastSeq" | "lastMailAt">,
  { content, toSeq, slot, delayMs }: Pick<DeliveryRow, "content" | "toSeq" | "slot"> & { delayMs: number },
): Promise<boolean> {
  const earliest = lastMailAt === null ? 0 : Date.parse(lastMailAt) + MIN_INTERVAL_MS;
  const nextTryAt = new Date(Math.max(app.now().getTime() + delayMs, earliest)).toISOString();
  return addDelivery(
    app,
    { channelId: null, userId, content, fromSeq: lastSeq, toSeq, slot, nextTryAt },
    async (db) => (await findConfirmedSettings(db, userId))?.lastSeq,
  );
}

async function sendMail(
  app: App,
  settings: MailSettingRow,
  { message, id, signal }: { message: Message; id: string; signal: AbortSignal },
): Promise<SendResult> {
  const { mail } = app.integrations;
  if (mail === null) return failure(NO_MAIL_MESSAGE);
  const url = unsubscribeUrl(app, settings);
  const footer = {
    text: `You chose to receive these emails in your account at ${app.publicUrl}.`,
    link: { label: "Unsubscribe", url },
  };
  try {
    const to = [settings.address];
    await mail.send({ id, to, listName: null, ...asMail(message, footer), unsubscribeUrl: url }, signal);
    return { kind: "sent", note: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return failure(error.message);
  }
}

/** Returns the brief for a digest, with the number of open inbox entries. Returns null if nothing happened. */
async function digestMessage(
  app: App,
  { userId, digest }: MailSettingRow,
  { slot }: DeliveryRow,
): Promise<Message | null> {
  const schedule = digest === "weekly" ? DIGEST_SCHEDULES.weekly : DIGEST_SCHEDULES.daily;
  const days = lastSlot(schedule, getTimeZone(app), new Date(slot ?? app.now()));
  if (!days) return null;
  const document = await createBrief(app, { from: days.from, to: days.to });
  if (document.sections.length === 0) return null;
  const path = `/brief?from=${days.from}&to=${days.to}`;
  const message = briefMessage(document, { origin: app.publicUrl, path });
  const open = await countOpenEntries(app.db, userId);
  if (open === 0) return message;
  const entries = open === 1 ? "1 open entry" : `${open} open entries`;
  return { ...message, intro: `${message.intro}\nYour inbox has ${entries}: ${app.publicUrl}/inbox` };
}

/** Returns a message with the mentions and replies that a person hasn't seen. Returns null if none are left. */
async function entriesMessage(
  app: App,
  { userId }: MailSettingRow,
  { fromSeq, toSeq }: DeliveryRow,
): Promise<Message | null> {
  const entries = await listMailEntries(app.db, { userId, fromSeq, toSeq }, MAX_ENTRIES);
  if (entries.length === 0) return null;
  const origin = app.publicUrl;
  const lines = entries.map(({ reason, kind, itemId, commentId, title, content, username, ...names }) => ({
    title: `${username === null ? personName(null) : personName({ username, ...names })} ${reasonWords(reason, kind, commentId !== null)}: ${title}`,
    url: `${origin}${itemAddress({ kind, id: itemId }, commentId)}`,
    facts: [],
    text: shorten(content ?? "", 500),
  }));
  const sections = [{ title: "", lines, more: 0 }];
  return {
    title: subjectOf(sections),
    intro: "",
    sections,
    link: { label: "Open your inbox", url: `${origin}/inbox` },
  };
}
