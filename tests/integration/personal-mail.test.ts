import { expect, test, vi } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import { deliverDue } from "#server/features/deliveries/deliveries.service.ts";
import { personTarget } from "#server/features/personal-mail/personal-deliveries.service.ts";
import { personalMail, savePersonalMail } from "#server/features/personal-mail/personal-mail.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { editUser } from "#server/features/users/account-state.service.ts";
import { resetPassword } from "#server/features/users/auth.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { type MailServer, mailServer } from "#tests/support/mail-server.ts";
import { decideNow, makeWorld, type World } from "#tests/support/verdict-team.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = "StackLoop <stackloop@example.com>";

interface Team extends World {
  mail: MailServer;
}

async function start(environment: Record<string, string> = {}): Promise<Team> {
  const mail = await mailServer();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: FROM, OUTBOUND_ALLOW: "localhost:1" };
  const world = await makeWorld({ ...settings, ...environment });
  return { ...world, mail };
}

const deliver = ({ app }: World) => deliverDue(app, [personTarget]);

const pathIn = (text: string, path: string): string =>
  new RegExp(`http://[^\\s"]+(${path}\\?[^\\s"]+)`, "u").exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";

const open = async (
  { app }: World,
  path: string,
  method = "GET",
): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${app.publicUrl}${path}`, {
    method,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ...(method === "POST" && { body: "List-Unsubscribe=One-Click" }),
  });
  return { status: response.status, text: await response.text() };
};

/** Confirms an address of a person with these choices. */
async function withMail(
  team: Team,
  user: User,
  choices: { digest?: "never" | "daily" | "weekly"; atOnce?: boolean },
) {
  const address = `${user.username}@mail.example`;
  await savePersonalMail(team.app, user, { address, digest: "never", atOnce: false, ...choices });
  const [confirmation] = team.mail.mails.splice(0);
  await open(team, pathIn(confirmation?.text ?? "", "/mail/confirm"), "POST");
  return address;
}

const discuss = async ({ app, bob }: World) =>
  addReading(app, bob, newReadingSchema.parse({ title: "Middlemarch", author: "George Eliot" }));

const comment = (
  { app }: World,
  by: User,
  readingId: string,
  content: string,
  parentId: string | null = null,
) => addComment(app, by, { readingId, parentId, content });

test("no email is sent to an address before its owner has confirmed it", async () => {
  const team = await start();
  const { app, ada, mail } = team;
  const choices = { address: "ada@mail.example", digest: "daily", atOnce: true } as const;
  expect(await savePersonalMail(app, ada, choices)).toMatchObject({ isConfirmed: false, digest: "daily" });
  await team.addTool("Cursor");
  app.advance(2 * DAY);
  await deliver(team);
  const [confirmation] = mail.mails;
  expect(mail.mails).toHaveLength(1);
  expect(confirmation).toMatchObject({ to: ["ada@mail.example"] });
  expect(confirmation?.headers.get("subject")).toBe("Confirm your email address");
  // It expired after a day.
  const old = pathIn(confirmation?.text ?? "", "/mail/confirm");
  expect((await open(team, old, "POST")).status).toBe(404);
  expect((await team.as(ada)("POST", "/trpc/mail.resendConfirmation", {})).status).toBe(200);
  const path = pathIn(mail.mails[1]?.text ?? "", "/mail/confirm");
  // Mail programs open links to check them.
  expect(await open(team, path)).toMatchObject({ status: 200, text: expect.stringContaining("<button>") });
  expect((await personalMail(app, ada)).isConfirmed).toBe(false);
  expect((await open(team, path, "POST")).status).toBe(200);
  expect((await personalMail(app, ada)).isConfirmed).toBe(true);
  expect((await open(team, path, "POST")).status).toBe(404);
});

test("addresses with comments, lists or line breaks are refused", async () => {
  const { as, ada } = await start();
  for (const address of [
    "a@b.example, c@d.example",
    "a@b.example (x)",
    "A <a@b.example>",
    "a@b.example\nBcc: c@d.example",
  ])
    expect(
      (await as(ada)("POST", "/trpc/mail.save", { address, digest: "daily", atOnce: true })).status,
    ).toBe(400);
});

test("the settings show that there is no mail server", async () => {
  const { app, ada } = await makeWorld();
  expect(await personalMail(app, ada)).toMatchObject({ hasMail: false });
  const choices = { address: "ada@mail.example", digest: "daily", atOnce: true } as const;
  await expect(savePersonalMail(app, ada, choices)).rejects.toThrow(NO_MAIL_MESSAGE);
});

test("a mention is emailed after a minute, and later ones together, at most every 15 minutes", async () => {
  const team = await start();
  const { app, ada, bob, mail } = team;
  const address = await withMail(team, ada, { atOnce: true });
  const { id } = await discuss(team);
  await comment(team, bob, id, "@ada, is this & that <fast>?");
  await deliver(team);
  expect(mail.mails).toEqual([]);
  app.advance(MINUTE);
  await deliver(team);
  const [first] = mail.mails;
  expect(first?.to).toEqual([address]);
  expect(first?.headers.get("subject")).toBe("bob mentioned you: Middlemarch");
  expect(first?.text).toContain("@ada, is this & that <fast>?");
  expect(first?.html).toContain("&lt;fast&gt;");
  await comment(team, bob, id, "@ada again");
  await comment(team, bob, id, "@ada and again");
  app.advance(14 * MINUTE);
  await deliver(team);
  expect(mail.mails).toHaveLength(1);
  app.advance(MINUTE);
  await deliver(team);
  expect(mail.mails.map(({ headers }) => headers.get("subject"))).toEqual([
    "bob mentioned you: Middlemarch",
    "bob mentioned you: Middlemarch, and 1 more",
  ]);
  app.advance(DAY);
  await deliver(team);
  expect(mail.mails).toHaveLength(2);
});

test("items that the person has opened or marked as done since are not emailed", async () => {
  const team = await start();
  const { app, ada, bob, mail } = team;
  await withMail(team, ada, { atOnce: true });
  const { id } = await discuss(team);
  await comment(team, bob, id, "@ada, seen");
  await deliver(team);
  app.advance(1000);
  const seen = { userId: ada.id, kind: "reading", itemId: id, seenAt: app.now().toISOString() } as const;
  await app.db.insertInto("comment_reads").values(seen).execute();
  app.advance(MINUTE);
  await deliver(team);
  await comment(team, bob, id, "@ada, done");
  await deliver(team);
  await app.db.updateTable("inbox_entries").set({ doneAt: app.now().toISOString() }).execute();
  app.advance(HOUR);
  await deliver(team);
  expect(mail.mails).toEqual([]);
});

test("a digest is sent once per period, names the first item, and is stopped with one click", async () => {
  const team = await start();
  const { app, ada, bob, mail } = team;
  // It is Saturday, November 21, 10:00.
  await withMail(team, ada, { digest: "daily" });
  await withMail(team, bob, { digest: "weekly" });
  await decideNow(team, bob, await team.addTool("Cursor"), "adopt");
  await deliver(team);
  app.advance(22 * HOUR);
  await deliver(team);
  await deliver(team);
  expect(mail.mails.map(({ to }) => to)).toEqual([["ada@mail.example"]]);
  const [digest] = mail.mails;
  expect(digest?.headers.get("subject")).toMatch(/^Brief: Cursor/u);
  expect(digest?.text).toContain("Decisions");
  expect(digest?.html).not.toMatch(/<img|src=|url\(/u);
  // Nothing happened on Sunday, and the weekly digest comes on Monday.
  app.advance(DAY);
  await deliver(team);
  expect(mail.mails.map(({ to }) => to)).toEqual([["ada@mail.example"], ["bob@mail.example"]]);
  const url = digest?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "";
  expect(digest?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const path = url.slice(app.publicUrl.length);
  expect((await open(team, path)).text).toContain("Stop all emails from StackLoop to ada@mail.example?");
  expect((await personalMail(app, ada)).digest).toBe("daily");
  expect((await open(team, path, "POST")).status).toBe(200);
  expect(await personalMail(app, ada)).toMatchObject({ digest: "never", atOnce: false });
  expect((await open(team, path.replace(ada.id, bob.id), "POST")).status).toBe(404);
  expect((await open(team, `${path.slice(0, -1)}x`, "POST")).status).toBe(404);
});

test("a disabled person gets no email, and eight failures end the emails to an address", async () => {
  const team = await start();
  const { app, ada, bob, grace, mail } = team;
  await withMail(team, ada, { atOnce: true });
  await withMail(team, grace, { atOnce: true });
  const { id } = await discuss(team);
  await comment(team, bob, id, "@ada and @grace");
  await deliver(team);
  await editUser(app, grace, { id: ada.id, disabled: true });
  mail.refuseNext(...Array.from({ length: 8 }, () => 550));
  for (let attempts = 0; attempts < 9; attempts += 1) {
    app.advance(DAY / 2);
    await deliver(team);
  }
  expect(mail.mails).toEqual([]);
  expect(await personalMail(app, grace)).toMatchObject({
    isConfirmed: false,
    lastError: "The mail server refused the message: 550 Not now",
  });
});

test("Forgot password emails a link to a confirmed address, and replies the same to everybody", async () => {
  const team = await start({ PUBLIC_URL: "http://127.0.0.1:3000" });
  const { app, ada, grace, mail, as } = team;
  await withMail(team, ada, {});
  const replies = [];
  for (const username of ["ada", "ADA@mail.example", "bob", "nobody", "bob@example.com"]) {
    const { status, body } = await as(grace)("POST", "/trpc/mail.requestPasswordLink", { username });
    replies.push([status, body.result.data.message]);
  }
  expect(new Set(replies.map(String)).size).toBe(1);
  await vi.waitFor(() => expect(mail.mails).toHaveLength(2));
  expect(mail.mails.map(({ to }) => to)).toEqual([["ada@mail.example"], ["ada@mail.example"]]);
  const token = /reset=([\w-]+)/u.exec(mail.mails[1]?.text ?? "")?.[1] ?? "";
  const caller = { ip: "127.0.0.1", userAgent: null };
  expect(await resetPassword(app, caller, { token, password: "new-secret" })).toMatchObject({ id: ada.id });
});

test("an administrator emails an invite link", async () => {
  const team = await start();
  const { as, grace, mail } = team;
  const { body } = await as(grace)("POST", "/api/invites");
  const token = new URL(body.url).searchParams.get("invite");
  const sent = await as(grace)("POST", "/trpc/mail.sendLink", { token, email: "new@mail.example" });
  expect(sent.status).toBe(200);
  expect(mail.mails[0]).toMatchObject({ to: ["new@mail.example"], text: expect.stringContaining(body.url) });
  const again = await as(grace)("POST", "/trpc/mail.sendLink", { token: "wrong", email: "new@mail.example" });
  expect(again.status).toBe(403);
});
