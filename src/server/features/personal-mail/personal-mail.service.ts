import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

import type { MailSettingRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { unavailable, upstreamFailed } from "#server/errors.ts";
import { asMail } from "#server/features/messages/as-mail.ts";
import type { Message } from "#server/features/messages/message.ts";
import { timeZoneOf } from "#server/kernel/jobs/jobs.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import { MailError, type MailSender } from "#server/outside/mail/mail-sender.ts";
import type { User } from "#shared/accounts/users.ts";
import { NO_MAIL } from "#shared/mail/personal-mail-words.ts";
import type { PersonalMail, PersonalMailEdit } from "#shared/mail/personal-mail.ts";

import {
  confirmAddress,
  deleteWaitingOf,
  findMailSettings,
  isConfirmable,
  updateMailSettings,
  upsertMailSettings,
} from "./personal-mail.queries.ts";

/** Paths that work without signing in. */
export const CONFIRM_PATH = "/mail/confirm";
export const UNSUBSCRIBE_PATH = "/mail/unsubscribe";

const CONFIRM_HOURS = 24;
const SEND_NOW_MS = 25_000;

/** Returns a person's mail settings. */
export async function personalMail(app: App, user: Pick<User, "id">): Promise<PersonalMail> {
  return toPersonalMail(app, await findMailSettings(app.db, user.id));
}

function toPersonalMail(app: App, row: MailSettingRow | undefined): PersonalMail {
  return {
    hasMail: app.integrations.mail !== null,
    address: row?.address ?? null,
    isConfirmed: row !== undefined && row.confirmedAt !== null,
    digest: row?.digest ?? "never",
    atOnce: row?.atOnce === 1,
    lastMailAt: row?.lastMailAt ?? null,
    lastError: row?.lastError ?? null,
    timeZone: timeZoneOf(app),
  };
}

/** Saves a person's choices. Mails a confirmation link to a new address. */
export async function savePersonalMail(
  app: App,
  user: Pick<User, "id">,
  { address, digest, atOnce }: PersonalMailEdit,
): Promise<PersonalMail> {
  const mail = requireMail(app);
  const before = await findMailSettings(app.db, user.id);
  const now = app.now().toISOString();
  const isKnown = before?.address === address;
  if (!isKnown) await app.limits.mailConfirmations.count(user.id);
  const token = randomBytes(24).toString("base64url");
  await app.db.transaction().execute(async (db) => {
    const isChanged = !isKnown || before.digest !== digest || (before.atOnce === 1) !== atOnce;
    // Waiting mails follow the former choices.
    if (isChanged) await deleteWaitingOf(db, user.id);
    await upsertMailSettings(db, {
      userId: user.id,
      address,
      digest,
      atOnce: atOnce ? 1 : 0,
      lastMailAt: before?.lastMailAt ?? null,
      ...(isKnown
        ? {
            confirmedAt: before.confirmedAt,
            confirmHash: before.confirmHash,
            confirmUntil: before.confirmUntil,
            lastError: before.lastError,
          }
        : { confirmedAt: null, lastError: null, ...confirmationOf(app, token) }),
      since: isChanged ? now : before.since,
      lastSeq: isChanged ? await lastEventSeq({ ...app, db }) : before.lastSeq,
    });
  });
  if (!isKnown) await sendConfirmation(app, mail, address, token);
  return personalMail(app, user);
}

/** Sends the confirmation of an address again. */
export async function resendConfirmation(app: App, user: Pick<User, "id">): Promise<PersonalMail> {
  const mail = requireMail(app);
  await app.limits.mailConfirmations.count(user.id);
  const token = randomBytes(24).toString("base64url");
  const row = await updateMailSettings(app.db, user.id, confirmationOf(app, token));
  if (row) await sendConfirmation(app, mail, row.address, token);
  return personalMail(app, user);
}

function requireMail({ integrations }: App): MailSender {
  if (integrations.mail === null) throw unavailable(NO_MAIL);
  return integrations.mail;
}

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

const confirmationOf = (app: App, token: string) => ({
  confirmHash: hashToken(token),
  confirmUntil: new Date(app.now().getTime() + CONFIRM_HOURS * 3_600_000).toISOString(),
});

async function sendConfirmation(app: App, mail: MailSender, address: string, token: string): Promise<void> {
  const url = `${app.publicUrl}${CONFIRM_PATH}?t=${token}`;
  const message: Message = {
    title: "Confirm your e-mail address",
    intro: `Someone with an account at ${app.publicUrl} entered this address to receive mails from StackLoop. If it was you, confirm the address within ${CONFIRM_HOURS} hours.`,
    sections: [],
    link: { label: "Confirm address", url },
  };
  const footer = { text: "If it wasn't you, ignore this mail. You won't get another one.", link: null };
  await sendNow(mail, address, message, footer);
}

/** Sends a mail at once. Throws 502 or 504 with the mail server's reason. */
export async function sendNow(
  mail: MailSender,
  address: string,
  message: Message,
  footer: Parameters<typeof asMail>[1],
): Promise<void> {
  try {
    await mail.send(
      { id: randomUUID(), to: [address], listName: null, ...asMail(message, footer), unsubscribeUrl: null },
      AbortSignal.timeout(SEND_NOW_MS),
    );
  } catch (error) {
    throw error instanceof MailError ? upstreamFailed(error.message, error) : error;
  }
}

/** True if the token of a confirmation mail is still valid. */
export const canConfirm = ({ db, now }: App, token: string): Promise<boolean> =>
  isConfirmable(db, hashToken(token), now().toISOString());

/** Confirms an address with the token of its mail. Returns false for an old or wrong token. */
export async function confirm(app: App, token: string): Promise<boolean> {
  const row = await confirmAddress(app.db, { confirmHash: hashToken(token), now: app.now().toISOString() });
  if (row) app.log.info({ userId: row.userId }, "confirmed an e-mail address");
  return row !== undefined;
}

/** Returns the link that stops a person's mails without signing in. */
export const unsubscribeUrl = (app: App, { userId, address }: Pick<MailSettingRow, "userId" | "address">) =>
  `${app.publicUrl}${UNSUBSCRIBE_PATH}?u=${encodeURIComponent(userId)}&t=${unsubscribeToken(app, userId, address)}`;

const unsubscribeToken = ({ signingKey }: App, userId: string, address: string): string =>
  createHmac("sha256", signingKey).update(`unsubscribe\n${userId}\n${address}`).digest("base64url");

/** Returns the address whose mails a link may end, or null for a wrong link. */
export async function addressToUnsubscribe(app: App, userId: string, token: string): Promise<string | null> {
  const row = await findMailSettings(app.db, userId);
  const expected = Buffer.from(unsubscribeToken(app, userId, row?.address ?? ""));
  const given = Buffer.from(token);
  return row && given.length === expected.length && timingSafeEqual(given, expected) ? row.address : null;
}

/** Ends all mails to a person. Returns false for a wrong link. */
export async function unsubscribe(app: App, userId: string, token: string): Promise<boolean> {
  if ((await addressToUnsubscribe(app, userId, token)) === null) return false;
  await app.db.transaction().execute(async (db) => {
    await updateMailSettings(db, userId, { digest: "never", atOnce: 0 });
    await deleteWaitingOf(db, userId);
  });
  app.log.info({ userId }, "unsubscribed from mails");
  return true;
}
