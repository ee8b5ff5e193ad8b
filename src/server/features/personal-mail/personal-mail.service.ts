import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

import type { MailSettingRow } from "#db/schema.ts";
import type { App, Caller } from "#server/app.ts";
import { forbidden, unavailable, upstreamFailed } from "#server/errors.ts";
import { asMail } from "#server/features/messages/as-mail.ts";
import type { Message } from "#server/features/messages/message.ts";
import { NO_PASSWORD } from "#server/features/users/account-state.service.ts";
import { createOneTimeLink, findValidLink } from "#server/features/users/users.service.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { getTimeZone } from "#server/kernel/jobs/jobs.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import { MailError, type MailSender } from "#server/outside/mail/mail-sender.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import { NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";
import type {
  MailedLink,
  PasswordLinkRequest,
  PersonalMail,
  PersonalMailEdit,
} from "#shared/mail/personal-mail.ts";

import {
  confirmAddress,
  deleteWaitingMail,
  findMailSettings,
  isConfirmable,
  listPasswordLinkTargets,
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
    timeZone: getTimeZone(app),
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
  const isSameAddress = before?.address === address;
  if (!isSameAddress) await app.limits.mailConfirmations.count(user.id);
  const token = randomBytes(24).toString("base64url");
  await app.db.transaction().execute(async (db) => {
    const isChanged = !isSameAddress || before.digest !== digest || (before.atOnce === 1) !== atOnce;
    // Waiting mails were planned for the former choices.
    if (isChanged) await deleteWaitingMail(db, user.id);
    await upsertMailSettings(db, {
      userId: user.id,
      address,
      digest,
      atOnce: atOnce ? 1 : 0,
      lastMailAt: before?.lastMailAt ?? null,
      ...(isSameAddress
        ? {
            confirmedAt: before.confirmedAt,
            confirmHash: before.confirmHash,
            confirmUntil: before.confirmUntil,
            lastError: before.lastError,
          }
        : { confirmedAt: null, lastError: null, ...createConfirmation(app, token) }),
      since: isChanged ? now : before.since,
      lastSeq: isChanged ? await lastEventSeq({ ...app, db }) : before.lastSeq,
    });
  });
  if (!isSameAddress) await sendConfirmation(app, mail, address, token);
  return personalMail(app, user);
}

/** Sends the confirmation mail again. */
export async function resendConfirmation(app: App, user: Pick<User, "id">): Promise<PersonalMail> {
  const mail = requireMail(app);
  await app.limits.mailConfirmations.count(user.id);
  const token = randomBytes(24).toString("base64url");
  const row = await updateMailSettings(app.db, user.id, createConfirmation(app, token));
  if (row) await sendConfirmation(app, mail, row.address, token);
  return personalMail(app, user);
}

function requireMail({ integrations }: App): MailSender {
  if (integrations.mail === null) throw unavailable(NO_MAIL_MESSAGE);
  return integrations.mail;
}

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

const createConfirmation = (app: App, token: string) => ({
  confirmHash: hashToken(token),
  confirmUntil: new Date(app.now().getTime() + CONFIRM_HOURS * 3_600_000).toISOString(),
});

async function sendConfirmation(app: App, mail: MailSender, address: string, token: string): Promise<void> {
  const url = `${app.publicUrl}${CONFIRM_PATH}?t=${token}`;
  const message: Message = {
    title: "Confirm your email address",
    intro: `Someone with an account at ${app.publicUrl} entered this address to receive emails from StackLoop. If it was you, confirm the address within ${CONFIRM_HOURS} hours.`,
    sections: [],
    link: { label: "Confirm address", url },
  };
  const footer = { text: "If it wasn't you, ignore this email. You won't get another one.", link: null };
  await sendNow(mail, address, message, footer);
}

/** Sends a mail now. Throws 502 or 504 with the mail server's reason. */
async function sendNow(
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

/** Confirms an address with the token from its mail. Returns false for an expired or wrong token. */
export async function confirm(app: App, token: string): Promise<boolean> {
  const row = await confirmAddress(app.db, { confirmHash: hashToken(token), now: app.now().toISOString() });
  if (row) app.log.info({ userId: row.userId }, "confirmed an email address");
  return row !== undefined;
}

/** Returns a link that ends a person's mails without signing in. */
export const unsubscribeUrl = (app: App, { userId, address }: Pick<MailSettingRow, "userId" | "address">) =>
  `${app.publicUrl}${UNSUBSCRIBE_PATH}?u=${encodeURIComponent(userId)}&t=${unsubscribeToken(app, userId, address)}`;

const unsubscribeToken = ({ signingKey }: App, userId: string, address: string): string =>
  createHmac("sha256", signingKey).update(`unsubscribe\n${userId}\n${address}`).digest("base64url");

/** Returns the address that a link unsubscribes, or null for a wrong token. */
export async function addressToUnsubscribe(app: App, userId: string, token: string): Promise<string | null> {
  const row = await findMailSettings(app.db, userId);
  const expected = Buffer.from(unsubscribeToken(app, userId, row?.address ?? ""));
  const received = Buffer.from(token);
  return row && received.length === expected.length && timingSafeEqual(received, expected)
    ? row.address
    : null;
}

/** Ends all mails to a person. Returns false for a wrong token. */
export async function unsubscribe(app: App, userId: string, token: string): Promise<boolean> {
  if ((await addressToUnsubscribe(app, userId, token)) === null) return false;
  await app.db.transaction().execute(async (db) => {
    await updateMailSettings(db, userId, { digest: "never", atOnce: 0 });
    await deleteWaitingMail(db, userId);
  });
  app.log.info({ userId }, "unsubscribed from emails");
  return true;
}

/** Reply to every request for a password link. It doesn't reveal which accounts exist. */
const SAME_REPLY =
  "If an account with this name or address has a confirmed email address, a link to set a new password is on its way.";

/** Mails a password link to an account's confirmed address. The reply and its duration are the same for every name. */
export async function requestPasswordLink(
  app: App,
  caller: Caller,
  { username }: PasswordLinkRequest,
): Promise<{ message: string }> {
  await app.limits.passwordLinks.count(addressKey(caller.ip));
  // Without PUBLIC_URL, the link would contain any host that the request names.
  if (app.integrations.mail !== null && app.config.publicUrl !== null)
    inBackground(app.log, "emailing a password link", mailPasswordLink(app, username));
  return { message: SAME_REPLY };
}

async function mailPasswordLink(app: App, username: string): Promise<void> {
  const { mail } = app.integrations;
  const [target, other] = await listPasswordLinkTargets(app.db, {
    usernameFolded: foldUsername(username),
    address: username.trim().toLowerCase(),
    // Accounts that sign in only through the identity provider.
    exceptHash: NO_PASSWORD,
  });
  if (mail === null || !target || other) return;
  await app.limits.mailConfirmations.count(`password ${target.userId}`);
  const { url } = await createOneTimeLink(app, "reset", { userId: target.userId });
  const message = {
    title: "Set a new password",
    intro: `Someone requested a new password for the account ${target.username}. The link works once and expires in 24 hours.`,
    sections: [],
    link: { label: "Set a new password", url },
  };
  const text = "If it wasn't you, ignore this email. Your password is unchanged.";
  await sendNow(mail, target.address, message, { text, link: null });
  app.log.info({ userId: target.userId }, "emailed a password link");
}

/** Mails an invite or password link to a person, for an administrator. Throws 403 for a used or expired link. */
export async function mailOneTimeLink(app: App, admin: User, { token, email }: MailedLink): Promise<void> {
  const { mail } = app.integrations;
  if (mail === null) throw unavailable(NO_MAIL_MESSAGE);
  await app.limits.messages.count(admin.id);
  const link = await findValidLink(app, token);
  if (!link || link.kind === "setup")
    throw forbidden("This link has expired or was already used. Create a new one.");
  const isInvite = link.kind === "invite";
  const label = isInvite ? "Create your account" : "Set a new password";
  const message = {
    title: isInvite ? "You're invited to StackLoop" : label,
    intro: isInvite
      ? `An administrator has invited you to StackLoop at ${app.publicUrl}. The link works once and expires in seven days.`
      : `An administrator of StackLoop at ${app.publicUrl} sent you a link to set a new password. It works once and expires in 24 hours.`,
    sections: [],
    link: { label, url: `${app.publicUrl}/?${link.kind}=${token}` },
  };
  await sendNow(mail, email, message, { text: "If you didn't expect this email, ignore it.", link: null });
  app.log.info({ by: admin.id, kind: link.kind }, "emailed a link");
}
