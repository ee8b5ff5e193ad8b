import { expect, test } from "vitest";

import {
  editChannel,
  listChannels,
  listDeliveries,
  sendBrief,
  testChannel,
} from "#server/features/channels/channels.service.ts";
import { systemOverview } from "#server/features/system/system.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";
import { cleanUpAfter } from "#tests/support/cleanup.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { readHook } from "#tests/support/read-hook.ts";
import { deliver, makeChannel, NEW_TOOLS } from "#tests/support/receivers.ts";
import { type StubServer, stubServer } from "#tests/support/upstreams/stub-server.ts";
import { decideNow, makeWorld, type World } from "#tests/support/verdict-team.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECRET_PATH = "/services/T0/B0/veryhiddensecret";

interface Team extends World {
  receiver: StubServer;
  url: string;
}

async function start(environment: Record<string, string> = {}): Promise<Team> {
  const receiver = await stubServer(() => ({ body: "ok" }));
  cleanUpAfter(() => receiver.close());
  const world = await makeWorld({ OUTBOUND_ALLOW: receiver.hostAndPort, ...environment });
  return { ...world, receiver, url: `${receiver.origin}${SECRET_PATH}` };
}

const channelOf = async ({ app }: World) => {
  const [channel] = (await listChannels(app)).channels;
  if (!channel) throw new Error("there is no channel");
  return channel;
};

const bodies = ({ receiver }: Team) => receiver.hits.map(({ body }) => body);

test("a webhook gets events as they happen, signed and without email addresses", async () => {
  const team = await start();
  const { app, ada, grace, receiver, url } = team;
  const old = await team.addTool("Before");
  const { secret } = await makeChannel(app, grace, { url, contents: { ...NEW_TOOLS, verdicts: true } });
  const toolId = await team.addTool("Cursor");
  await decideNow(team, ada, toolId, "adopt");
  await deliver(app);
  const hook = readHook(receiver.hits[0] ?? { headers: {}, body: "" }, secret ?? "");
  expect(hook).toMatchObject({ type: "events", titles: ["Cursor", "Cursor"] });
  expect(hook.data.events[1]).toMatchObject({
    verb: "decided",
    actor: { id: ada.id, name: "ada" },
    detail: { ringTo: "adopt" },
    reason: "It is adopt",
    url: `${app.publicUrl}/tools/${toolId}`,
  });
  expect(bodies(team).join("")).not.toMatch(/@example\.com/u);
  // Another round has nothing to send, and other events are skipped.
  await removeTool(app, ada, { id: old });
  await deliver(app);
  expect(receiver.hits).toHaveLength(1);
  expect(await channelOf(team)).toMatchObject({ lastError: null, lastOkAt: app.now().toISOString() });
});

test("a channel for a tag gets only events about items with that tag", async () => {
  const team = await start();
  const { app, ada, grace, url } = team;
  const contents = { kind: "events", verdicts: false, newTools: false, tag: "Coding" };
  await makeChannel(app, grace, { kind: "slack", url, contents });
  const tagged = await team.addTool("Cursor", { tags: ["coding"] });
  await decideNow(team, ada, tagged, "trial");
  await decideNow(team, ada, await team.addTool("Other"), "trial");
  await deliver(app);
  const [slack = ""] = bodies(team);
  expect(slack).toContain("added the tool Cursor");
  expect(slack).toContain("moved Cursor to Trial");
  expect(slack).not.toContain("Other");
});

test.each(["slack", "teams", "discord"] as const)("a test reaches %s", async (kind) => {
  const team = await start();
  await makeChannel(team.app, team.grace, { kind, url: team.url });
  expect(await testChannel(team.app, team.grace, await channelOf(team))).toEqual({ error: null });
  const sent = JSON.parse(bodies(team)[0] ?? "");
  const shapes = {
    slack: {
      text: "Test message to “Team”",
      blocks: [{ type: "header" }, { type: "section" }, { type: "context" }],
    },
    teams: {
      type: "message",
      attachments: [{ content: { type: "AdaptiveCard", body: [{ weight: "Bolder" }, {}] } }],
    },
    discord: { username: "StackLoop", embeds: [{ title: "Test message to “Team”" }] },
  };
  expect(sent).toMatchObject(shapes[kind]);
});

test("the members of a list get one email without seeing each other, and refused addresses are retried", async () => {
  const mail = await mailServer();
  const team = await start({ SMTP_URL: mail.url, MAIL_FROM: "StackLoop <stackloop@example.com>" });
  const emails = ["ada@example.com", "bob@example.com", "eve@example.com"];
  await makeChannel(team.app, team.grace, { kind: "email", emails });
  await team.addTool("Cursor");
  mail.refuseNext(null, 451, 550);
  await deliver(team.app);
  expect(mail.mails.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  team.app.advance(2 * MINUTE);
  await deliver(team.app);
  expect(mail.mails.map(({ to }) => to)).toEqual([["ada@example.com"], ["bob@example.com"]]);
  expect(new Set(mail.mails.map(({ headers }) => headers.get("message-id"))).size).toBe(1);
  expect(mail.mails[0]?.headers.get("subject")).toBe("ada added the tool Cursor");
  expect(mail.mails[0]?.text).toContain("added you to the list “Team”");
});

test("a brief is sent at once to a channel, with the choices of its sender", async () => {
  const team = await start();
  const { app, grace, url } = team;
  await team.addTool("Cursor");
  const hidden = `tool:${await team.addTool("Other")}`;
  const { id: channelId } = await makeChannel(app, grace, { kind: "slack", url });
  const days = { from: "2026-01-01", to: "2026-12-31" };
  const draft = { ...days, headline: "Try Cursor", note: "", hidden: [hidden], sections: [] };
  expect(await sendBrief(app, grace, { ...draft, channelId })).toEqual({ error: null });
  const [slack = ""] = bodies(team);
  expect(slack).toContain("Try Cursor");
  expect(slack).toContain("Cursor");
  expect(slack).not.toContain("Other");
  const empty = { ...draft, from: "2025-01-01", to: "2025-01-07", channelId };
  await expect(sendBrief(app, grace, empty)).rejects.toThrow("There is nothing to send");
  await expect(sendBrief(app, grace, { ...draft, emails: ["ada@example.com"] })).rejects.toThrow(
    NO_MAIL_MESSAGE,
  );
  await expect(sendBrief(app, grace, { ...draft, channelId: "unknown" })).rejects.toThrow(
    "Channel not found",
  );
});

test("a brief is emailed at once to people, who don't see each other", async () => {
  const mail = await mailServer();
  const team = await start({ SMTP_URL: mail.url, MAIL_FROM: "StackLoop <stackloop@example.com>" });
  const { app, grace } = team;
  await team.addTool("Cursor");
  const draft = {
    from: "2026-01-01",
    to: "2026-12-31",
    headline: "",
    note: "Hello",
    hidden: [],
    sections: [],
  };
  const emails = ["ada@example.com", "bob@example.com"];
  expect(await sendBrief(app, grace, { ...draft, emails })).toEqual({ error: null });
  const [sent] = mail.mails;
  expect(sent?.to).toEqual(emails);
  expect(sent?.headers.get("to")).not.toContain("bob@example.com");
  expect(sent?.text).toContain("Hello");
  expect(sent?.text).toContain("grace sent you this brief from StackLoop");
  const { status } = await team.as(team.ada)("POST", "/trpc/channels.sendBrief", { ...draft, emails });
  expect(status).toBe(403);
});

test("an address that was removed from a list gets no message that was waiting for it", async () => {
  const mail = await mailServer();
  const team = await start({ SMTP_URL: mail.url, MAIL_FROM: "StackLoop <stackloop@example.com>" });
  const emails = ["ada@example.com", "bob@example.com"];
  const { id } = await makeChannel(team.app, team.grace, { kind: "email", emails });
  await team.addTool("Cursor");
  mail.refuseNext(null, 451);
  await deliver(team.app);
  await editChannel(team.app, team.grace, { id, emails: ["ada@example.com"] });
  team.app.advance(2 * MINUTE);
  await deliver(team.app);
  expect(mail.mails.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  const { items } = await listDeliveries(team.app, { channelId: id });
  expect(items).toMatchObject([{ state: "sent" }]);
});

test("without a mail server, a list can't be added", async () => {
  const { app, grace } = await start();
  const adding = makeChannel(app, grace, { kind: "email", emails: ["ada@example.com"] });
  await expect(adding).rejects.toThrow(NO_MAIL_MESSAGE);
});

test("secrets are never returned, listed or shown in errors", async () => {
  const team = await start();
  const { app, grace, url, receiver } = team;
  const created = await makeChannel(app, grace, { url });
  expect(created.secret).toMatch(/^whsec_/u);
  receiver.answerAlways({ status: 500, body: `no ${url}` });
  await team.addTool("Cursor");
  await deliver(app);
  await testChannel(app, grace, created);
  const channel = await channelOf(team);
  expect(channel).toMatchObject({
    address: `${receiver.hostAndPort}/…cret`,
    lastError: "The address answered with status 500",
  });
  const shown = JSON.stringify([
    await listChannels(app),
    await listDeliveries(app, { channelId: channel.id }),
    await editChannel(app, grace, { id: channel.id, name: "Renamed" }),
    await systemOverview(app),
    (await team.as(grace)("GET", "/trpc/channels.list")).body,
  ]);
  expect(shown).not.toContain("veryhidden");
  expect(shown).not.toContain(created.secret?.slice(6));
});

test("private addresses, other ports and plain http are refused", async () => {
  const { app, grace } = await start();
  for (const url of [
    "http://127.0.0.1/hook",
    "https://10.0.0.1/hook",
    "https://example.com:8443/",
    "https://[::1]/",
  ])
    await expect(makeChannel(app, grace, { url })).rejects.toThrow("That address is not allowed");
  await expect(makeChannel(app, grace, { url: "http://example.com/hook" })).rejects.toThrow(/https:/u);
  await expect(makeChannel(app, grace, { url: "https://user:pass@example.com/" })).rejects.toThrow(
    /not allowed/u,
  );
});

test("failures are retried after 1 minute to 12 hours, eight times; then the channel is off", async () => {
  const team = await start();
  const { app, grace, receiver, url } = team;
  const { id, secret } = await makeChannel(app, grace, { url });
  await team.addTool("Cursor");
  receiver.answerAlways({ status: 503 });
  const pauses: number[] = [];
  for (let attempts = 1; attempts < 8; attempts += 1) {
    await deliver(app);
    const { retryAt } = await channelOf(team);
    const pause = Date.parse(retryAt ?? "") - app.now().getTime();
    pauses.push(pause / MINUTE);
    app.advance(pause - 1);
    await deliver(app);
    expect(receiver.hits).toHaveLength(attempts);
    app.advance(1);
  }
  expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720]);
  await deliver(app);
  expect(await channelOf(team)).toMatchObject({
    isOn: false,
    retryAt: null,
    failedAt: app.now().toISOString(),
  });
  expect((await systemOverview(app)).attention).toContainEqual({
    id: "channel-off",
    urgency: "soon",
    title: "The channel “Team” was turned off, because its messages were not accepted",
    advice:
      "The address answered with status 503. Correct it and turn it on again under Channels; it then continues where it stopped.",
  });
  // Nothing is lost: it continues where it stopped.
  await team.addTool("Later");
  await deliver(app);
  expect(receiver.hits).toHaveLength(8);
  receiver.answerAlways(null);
  await editChannel(app, grace, { id, isOn: true });
  await deliver(app);
  await deliver(app);
  const received = receiver.hits.slice(8).map((hit) => readHook(hit, secret ?? ""));
  expect(received.map(({ titles }) => titles)).toEqual([["Cursor"], ["Later"]]);
  expect(received[0]?.id).toBe(receiver.hits[0]?.headers["webhook-id"]);
});

test("Retry-After is obeyed, and 410 turns the channel off at once", async () => {
  const team = await start();
  const { app, grace, receiver, url } = team;
  await makeChannel(app, grace, { kind: "discord", url });
  await team.addTool("Cursor");
  receiver.answerNext({ status: 429, headers: { "retry-after": "7200" } }, { status: 410 });
  await deliver(app);
  const { retryAt } = await channelOf(team);
  expect(Date.parse(retryAt ?? "") - app.now().getTime()).toBe(2 * HOUR);
  app.advance(2 * HOUR);
  await deliver(app);
  expect(await channelOf(team)).toMatchObject({
    isOn: false,
    lastError: "The address answered with status 410",
  });
});

test("a channel that was turned off manually skips the events since then", async () => {
  const team = await start();
  const { app, grace, receiver, url } = team;
  const { id } = await makeChannel(app, grace, { url });
  await editChannel(app, grace, { id, isOn: false });
  await team.addTool("Meanwhile");
  await deliver(app);
  await editChannel(app, grace, { id, isOn: true });
  await deliver(app);
  expect(receiver.hits).toEqual([]);
});

test("a brief is sent once for each scheduled time, and covers the days since the previous one", async () => {
  const team = await start();
  const { app, ada, grace, receiver, url } = team;
  // It is Saturday, November 21, 10:00.
  const { secret, nextAt } = await makeChannel(app, grace, {
    url,
    contents: { kind: "brief", schedule: "Monday 8:00" },
  });
  expect(nextAt).toBe("2026-11-23T08:00:00.000Z");
  await decideNow(team, ada, await team.addTool("Cursor"), "adopt");
  await deliver(app);
  expect(receiver.hits).toEqual([]);
  app.advance(2 * DAY);
  await deliver(app);
  await deliver(app);
  const [hit] = receiver.hits;
  expect(receiver.hits).toHaveLength(1);
  const { type, data } = readHook(hit ?? { headers: {}, body: "" }, secret ?? "");
  expect(type).toBe("brief");
  expect(data).toMatchObject({
    url: `${app.publicUrl}/brief?from=2026-11-16&to=2026-11-22`,
    brief: { period: { from: "2026-11-16", to: "2026-11-22" } },
  });
  // Nothing happened in the next week, so nothing is sent.
  app.advance(14 * DAY);
  await deliver(app);
  expect(receiver.hits).toHaveLength(1);
  const { items } = await listDeliveries(app, { channelId: (await channelOf(team)).id });
  expect(items.map(({ state }) => state)).toEqual(["sent", "sent"]);
});
