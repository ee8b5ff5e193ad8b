import { createServer, type AddressInfo } from "node:net";
import { inspect } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "#server/config/config.ts";
import { reportSettings } from "#server/config/settings-report.ts";
import { createMailSender, type MailError, type OutgoingMail } from "#server/outside/mail/mail-sender.ts";
import { readMailbox } from "#shared/mail/personal-mail.ts";
import { mailServer } from "#tests/support/mail-server.ts";

const FROM = "StackLoop <stackloop@example.com>";
const never = () => new AbortController().signal;

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: "1f2e",
  to: ["ada@example.com"],
  listName: null,
  subject: "Größe: Cursor moved to Adopt",
  text: "Text",
  html: "<p>Größe</p>",
  unsubscribeUrl: null,
  ...more,
});

const catchError = (sent: Promise<unknown>): Promise<MailError> =>
  sent.then(
    () => Promise.reject(new Error("the mail was accepted")),
    (error: MailError) => error,
  );

test("sends an email with both parts, a stable id and one-click unsubscription", async () => {
  const server = await mailServer();
  const sender = createMailSender(server.url, FROM);
  const unsubscribeUrl = "https://stackloop.example.com/mail/unsubscribe?t=x";
  expect(await sender.send(mail({ unsubscribeUrl }), never())).toEqual([]);
  const [received] = server.mails;
  expect(received).toMatchObject({ to: ["ada@example.com"], text: "Text", html: "<p>Größe</p>" });
  expect(Object.fromEntries(received?.headers ?? [])).toMatchObject({
    from: "StackLoop <stackloop@example.com>",
    to: "ada@example.com",
    subject: "Größe: Cursor moved to Adopt",
    "message-id": "<1f2e@example.com>",
    "list-unsubscribe": `<${unsubscribeUrl}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    "auto-submitted": "auto-generated",
  });
});

test("hides the members of a list from each other, and prevents header injection by a name or subject", async () => {
  const server = await mailServer();
  const sender = createMailSender(server.url, FROM);
  const to = ["ada@example.com", "bob@example.com"];
  await sender.send(
    mail({ to, listName: "Team\r\nBcc: evil@example.com", subject: "a\r\nX-Evil: 1" }),
    never(),
  );
  const [received] = server.mails;
  expect(received?.to).toEqual(to);
  expect(received?.raw).not.toMatch(/^(?:bcc|x-evil):|ada@|bob@/imu);
  expect(received?.headers.get("subject")).toBe("a X-Evil: 1");
});

test("signs in over STARTTLS and over TLS", async () => {
  const login = { user: "mailer", password: "p@ss:word/%", isTls: true };
  for (const options of [{ allowInsecureAuth: false }, { secure: true }]) {
    const server = await mailServer({ ...login, ...options });
    await createMailSender(server.url, FROM).send(mail(), never());
    expect(server.mails).toHaveLength(1);
  }
});

test("never repeats the password in an error, even if the server does", async () => {
  const wrong = await mailServer({ user: "mailer", password: "right", isTls: true });
  const url = wrong.url.replace("right", "hunter2");
  const error = await catchError(createMailSender(url, FROM).send(mail(), never()));
  expect(error).toMatchObject({
    kind: "login",
    message: "The mail server refused the username or password in SMTP_URL",
  });
  const echoing = await mailServer({
    user: "mailer",
    password: "hunter2",
    isTls: true,
    onMailFrom: (_address, _session, done) => {
      done(Object.assign(new Error(`no hunter2 ${btoa("hunter2")}`), { responseCode: 550 }));
    },
  });
  const echoed = await catchError(createMailSender(echoing.url, FROM).send(mail(), never()));
  expect(echoed.message).toBe("The mail server refused the message: 550 no … …");
  for (const one of [error, echoed]) expect(inspect(one)).not.toMatch(/hunter2|aHVudGVyMg/u);
});

test("doesn't send a password without encryption to another machine", async () => {
  const server = await mailServer({ user: "mailer", password: "secret", allowInsecureAuth: true });
  // A name of this machine that isn't one of its loopback addresses.
  const url = server.url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
  const error = await catchError(createMailSender(url, FROM).send(mail(), never()));
  expect([error.message, server.mails]).toEqual([
    "The mail server couldn't be reached: it offers no encryption",
    [],
  ]);
});

test("returns the addresses that a server refuses or defers", async () => {
  const server = await mailServer();
  server.refuseNext(null, 550, 451);
  const to = ["ada@example.com", "bob@example.com", "eve@example.com"];
  expect(await createMailSender(server.url, FROM).send(mail({ to }), never())).toEqual([
    { address: "bob@example.com", isFinal: true, reason: "550 Not now" },
    { address: "eve@example.com", isFinal: false, reason: "451 Not now" },
  ]);
  server.refuseNext(451);
  const error = await catchError(createMailSender(server.url, FROM).send(mail(), never()));
  expect(error).toMatchObject({ kind: "refused", status: 451 });
});

test("stops waiting for a hanging server, and for a closed port", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void silent.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = silent.address() as AddressInfo;
  const sender = createMailSender(`smtp://127.0.0.1:${port}`, FROM);
  expect((await catchError(sender.send(mail(), AbortSignal.timeout(50)))).kind).toBe("too slow");
  const closed = createMailSender("smtp://127.0.0.1:1", FROM);
  expect((await catchError(closed.send(mail(), never()))).kind).toBe("unreachable");
});

test.each([
  ["Team <team@example.com>", { name: "Team", address: "team@example.com" }],
  ["team@example.com", { name: "", address: "team@example.com" }],
  ["a@example.com, b@example.com", null],
  ["a@example.com (comment)", null],
  ["Team <a@example.com>, <b@example.com>", null],
  ["Team\nBcc: x <a@example.com>", null],
  ['"a b"@example.com', null],
  ["group: a@example.com;", null],
  ["@example.com", null],
])("parses the mailbox %s", (text, mailbox) => {
  expect(readMailbox(text)).toEqual(mailbox);
});

test("checks the settings at start, and never shows the password", () => {
  const errorsOf = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return "";
    } catch (error) {
      return String(error);
    }
  };
  const url = "smtps://user:hunter2@smtp.example.com";
  expect(errorsOf({ SMTP_URL: url })).toContain("MAIL_FROM is required with SMTP_URL");
  expect(errorsOf({ SMTP_URL: url, MAIL_FROM: "a@example.com, b@example.com" })).toContain(
    "MAIL_FROM must be",
  );
  for (const wrong of [
    `${url}/path`,
    url.replace("smtps", "https"),
    "smtp://",
    "hunter2",
    url.replace("er2", "%"),
  ]) {
    const message = errorsOf({ SMTP_URL: wrong, MAIL_FROM: FROM });
    expect(message).toContain("SMTP_URL must");
    expect(message).not.toMatch(/hunt/u);
  }
  const environment = { SMTP_URL: url, MAIL_FROM: FROM };
  const report = reportSettings(readConfig(environment), environment, []);
  expect(report.changed).toEqual(["SMTP_URL=(hidden)", `MAIL_FROM=${FROM}`]);
});
