import type { App, Caller } from "#server/app.ts";
import { forbidden, unavailable } from "#server/errors.ts";
import { NO_PASSWORD } from "#server/features/users/account-state.service.ts";
import { createOneTimeLink, findValidLink } from "#server/features/users/one-time-links.service.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import { NO_MAIL } from "#shared/mail/personal-mail-words.ts";
import type { MailedLink, PasswordLinkRequest } from "#shared/mail/personal-mail.ts";

import { listPasswordLinkTargets } from "./personal-mail.queries.ts";
import { sendNow } from "./personal-mail.service.ts";

/** Reply to each request for a password link, so that nobody learns which accounts exist. */
const SAME_REPLY =
  "If an account with this name or address has a confirmed e-mail address, a link to set a new password is on its way.";

/** Mails a password link to an account's confirmed address. The reply and its time are always the same. */
export async function requestPasswordLink(
  app: App,
  caller: Caller,
  { username }: PasswordLinkRequest,
): Promise<{ message: string }> {
  await app.limits.passwordLinks.count(addressKey(caller.ip));
  // Without PUBLIC_URL, the link would lead to whatever host the request names.
  if (app.integrations.mail !== null && app.config.publicUrl !== null)
    inBackground(app.log, "mailing a password link", mailPasswordLink(app, username));
  return { message: SAME_REPLY };
}

async function mailPasswordLink(app: App, username: string): Promise<void> {
  const { mail } = app.integrations;
  const [target, other] = await listPasswordLinkTargets(app.db, {
    usernameFolded: foldUsername(username),
    address: username.trim().toLowerCase(),
    // These accounts sign in through the identity provider only.
    exceptHash: NO_PASSWORD,
  });
  if (mail === null || !target || other) return;
  await app.limits.mailConfirmations.count(`password ${target.userId}`);
  const { url } = await createOneTimeLink(app, "reset", { userId: target.userId });
  const message = {
    title: "Set a new password",
    intro: `Someone requested a new password for the account ${target.username}. The link works once, within 24 hours.`,
    sections: [],
    link: { label: "Set a new password", url },
  };
  const text = "If it wasn't you, ignore this mail. Your password stays as it is.";
  await sendNow(mail, target.address, message, { text, link: null });
  app.log.info({ userId: target.userId }, "mailed a password link");
}

/** Mails an invite or password link that an administrator has created. Throws 403 for a used or expired one. */
export async function mailLink(app: App, admin: User, { token, email }: MailedLink): Promise<void> {
  const { mail } = app.integrations;
  if (mail === null) throw unavailable(NO_MAIL);
  await app.limits.messages.count(admin.id);
  const link = await findValidLink(app, token);
  if (!link || link.kind === "setup")
    throw forbidden("This link has expired or was already used. Create a new one.");
  const isInvite = link.kind === "invite";
  const label = isInvite ? "Create your account" : "Set a new password";
  const message = {
    title: isInvite ? "You're invited to StackLoop" : label,
    intro: isInvite
      ? `An administrator invites you to StackLoop at ${app.publicUrl}. The link works once, within seven days.`
      : `An administrator of StackLoop at ${app.publicUrl} sent you a link to set a new password. It works once, within 24 hours.`,
    sections: [],
    link: { label, url: `${app.publicUrl}/?${link.kind}=${token}` },
  };
  await sendNow(mail, email, message, { text: "If you didn't expect this mail, ignore it.", link: null });
  app.log.info({ by: admin.id, kind: link.kind }, "mailed a link");
}
