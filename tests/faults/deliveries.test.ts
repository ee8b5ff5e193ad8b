import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import type { App } from "#server/app.ts";
import { channelTarget } from "#server/features/channels/channel-deliveries.service.ts";
import { editChannel, listChannels } from "#server/features/channels/channels.service.ts";
import { claimDelivery, listDue } from "#server/features/deliveries/deliveries.queries.ts";
import { deliverDue } from "#server/features/deliveries/deliveries.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import type { User } from "#shared/accounts/users.ts";
import { appInOtherProcess } from "#tests/support/app-in-other-process.ts";
import { cleanUpAfter } from "#tests/support/cleanup.ts";
import { buildPerson } from "#tests/support/people.ts";
import { withAda } from "#tests/support/program.ts";
import { readHook } from "#tests/support/read-hook.ts";
import { deliver, makeChannel, NEW_TOOLS, recordTool } from "#tests/support/receivers.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { shortenDeadlines } from "#tests/support/shorten-deadlines.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { THOROUGH, thoroughUnless } from "#tests/support/thorough.ts";

const HALF_A_DAY = 43_200_000;

interface Receiver {
  hostAndPort: string;
  /** Each accepted message by its channel's path: the ids with their tools. A repeated id counts once. */
  accepted: Map<string, Map<string, string[]>>;
  counts: Record<string, number>;
  secrets: Map<string, string>;
}

/** A receiver that fails half of the attempts, in every way. Calls `onAccepted` before its reply. */
async function unreliableReceiver(random: () => number, onAccepted = () => {}): Promise<Receiver> {
  const accepted: Receiver["accepted"] = new Map();
  const secrets: Receiver["secrets"] = new Map();
  const counts: Receiver["counts"] = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { id, titles } = readHook(
        { headers, body: Buffer.concat(chunks).toString() },
        secrets.get(path) ?? "",
      );
      const outcome =
        random() < 0.5 ? "accepted" : (FAILURES[Math.floor(random() * FAILURES.length)] ?? "error");
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (outcome === "accepted" || outcome === "reset after accepting") {
        const messages = accepted.get(path) ?? new Map<string, string[]>();
        messages.set(id, titles);
        accepted.set(path, messages);
        onAccepted();
      }
      answer(outcome, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  cleanUpAfter(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  return { hostAndPort: `127.0.0.1:${port}`, accepted, counts, secrets };
}

const FAILURES = ["error", "busy", "reset", "reset after accepting", "cut", "hang"] as const;

function answer(outcome: string, response: ServerResponse): void {
  if (outcome === "accepted") response.end("ok");
  else if (outcome === "error") response.writeHead(500).end();
  else if (outcome === "busy") response.writeHead(429, { "retry-after": "120" }).end();
  else if (outcome === "cut") response.writeHead(503, { "content-length": "100" }).write("half");
  else if (outcome !== "hang") response.destroy();
}

/** A process that dies after it has begun an attempt. Its lease ends with time. */
async function dieDuringAttempt(app: App): Promise<number> {
  const [row] = await listDue(app.db, app.now().toISOString(), 1);
  if (!row) return 0;
  const owner = randomUUID();
  const claimed = await claimDelivery(app.db, row, { owner, leaseMs: 90_000 });
  return claimed ? 1 : 0;
}

const endLeases = ({ db }: Pick<App, "db">) =>
  db.updateTable("deliveries").set({ leaseUntil: 0 }).where("state", "=", "waiting").execute();

/** Turns on the channels that were turned off after eight failures. Returns their number. */
async function turnOnAgain(app: App, admin: User): Promise<number> {
  const { channels } = await listChannels(app);
  const off = channels.filter(({ isOn }) => !isOn);
  for (const { id } of off) await editChannel(app, admin, { id, isOn: true });
  return off.length;
}

for (const [channels, rounds] of [
  [6, 4],
  [50, 20],
] as const) {
  test(
    `${channels * rounds} messages arrive once, though half of the attempts fail and processes die`,
    { timeout: 600_000, ...thoroughUnless(rounds === 4) },
    async ({ annotate }) => {
      const random = seededRandom(7);
      const receiver = await unreliableReceiver(random);
      const app: TestApp = await testApp({ OUTBOUND_ALLOW: receiver.hostAndPort });
      const beside = await appInOtherProcess(app);
      const { user } = await buildPerson(app, "ada", "admin");
      for (let index = 0; index < channels; index += 1) {
        const { secret } = await makeChannel(app, user, { url: `http://${receiver.hostAndPort}/${index}` });
        receiver.secrets.set(`/${index}`, secret ?? "");
      }
      shortenDeadlines();
      let [deaths, turnedOn] = [0, 0];
      const titles: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        titles.push(`Tool ${round}`);
        await recordTool(app, `Tool ${round}`);
        for (;;) {
          await Promise.all([deliver(app), deliver(beside)]);
          turnedOn += await turnOnAgain(app, user);
          const { waiting } = await app.db
            .selectFrom("deliveries")
            .select(({ fn }) => fn.countAll<number>().as("waiting"))
            .where("state", "=", "waiting")
            .executeTakeFirstOrThrow();
          if (waiting === 0) break;
          app.advance(HALF_A_DAY);
          if (random() < 0.3) deaths += await dieDuringAttempt(app);
          await endLeases(app);
        }
      }
      const received = [...receiver.accepted.values()].map((messages) => [...messages.values()].flat());
      const lost = received.filter((list) => !titles.every((title) => list.includes(title))).length;
      const twice = received.filter((list) => new Set(list).size !== list.length).length;
      const messages = [...receiver.accepted.values()].reduce((sum, { size }) => sum + size, 0);
      await annotate(JSON.stringify({ messages, lost, twice, deaths, turnedOn, ...receiver.counts }));
      expect({ channels: received.length, messages, lost, twice }).toEqual({
        channels,
        messages: channels * rounds,
        lost: 0,
        twice: 0,
      });
    },
  );
}

/** Runs `interrupt` once, after query number `count` of an app. */
function interruptAfter(app: App, count: number, interrupt: () => Promise<void>): App {
  let queries = 0;
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1;
      if (queries === count) await interrupt();
      return result;
    },
  });
  return { ...app, db };
}

test("a message that another process sends while this one plans is sent once", async () => {
  const receiver = await unreliableReceiver(() => 0);
  const app: TestApp = await testApp({ OUTBOUND_ALLOW: receiver.hostAndPort });
  const beside = await appInOtherProcess(app);
  const { user } = await buildPerson(app, "ada", "admin");
  const { secret } = await makeChannel(app, user, { url: `http://${receiver.hostAndPort}/0` });
  receiver.secrets.set("/0", secret ?? "");
  const interrupted: number[] = [];
  for (const count of [1, 2, 3, 4]) {
    await recordTool(app, `Tool ${count}`);
    await deliver(
      interruptAfter(app, count, async () => {
        interrupted.push(count);
        await deliver(beside);
      }),
    );
  }
  expect(interrupted).toEqual([1, 2, 3, 4]);
  expect([...(receiver.accepted.get("/0")?.values() ?? [])]).toEqual([
    ["Tool 1"],
    ["Tool 2"],
    ["Tool 3"],
    ["Tool 4"],
  ]);
});

test("no attempt begins after the server was asked to stop", async () => {
  const stopping = new AbortController();
  const app: TestApp = await testApp();
  const { user } = await buildPerson(app, "ada", "admin");
  let begun = 0;
  const receivers = Array.from({ length: 6 }, (_, index) => `https://receiver.example/${index}`);
  for (const url of receivers) await makeChannel(app, user, { url });
  await recordTool(app, "Cursor");
  app.integrations.hooks = {
    send: () => {
      begun += 1;
      stopping.abort();
      return Promise.reject(new OutboundError("unreachable", "none"));
    },
  };
  await deliverDue(app, [channelTarget], stopping.signal);
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThanOrEqual(4);
  const { waiting } = await app.db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("state", "=", "waiting")
    .where("tries", "=", 0)
    .executeTakeFirstOrThrow();
  expect(waiting).toBe(receivers.length - begun);
});

test(
  "servers that are killed while they send lose no message, and send none under two ids",
  { timeout: 300_000, ...THOROUGH },
  async ({ annotate }) => {
    const [channels, rounds] = [12, 5];
    let [pid, left, kills, attempts] = [0, 0, 0, 0];
    const receiver = await unreliableReceiver(
      () => 0,
      () => {
        attempts += 1;
        left -= 1;
        if (left !== 0) return;
        // The sender dies before the reply.
        process.kill(pid, "SIGKILL");
        kills += 1;
      },
    );
    const stackloop = await withAda();
    const environment = { OUTBOUND_ALLOW: receiver.hostAndPort, RATE_LIMITS: "off" };
    const first = await stackloop.serve(environment);
    const client = await signedIn(first.origin, "ada");
    for (let index = 0; index < channels; index += 1) {
      const url = `http://${receiver.hostAndPort}/${index}`;
      const input = { kind: "webhook", name: "Team", url, contents: NEW_TOOLS };
      const { body } = await client.call("POST", "/trpc/channels.add", input);
      receiver.secrets.set(`/${index}`, body.result.data.secret);
    }
    await first.stop("SIGTERM");
    const { db, close } = await openTestDatabase(await stackloop.url());
    onTestFinished(close);
    const titles: string[] = [];
    const received = () => [...receiver.accepted.values()].map((messages) => [...messages.values()].flat());
    for (let round = 0; round < rounds; round += 1) {
      titles.push(`Tool ${round}`);
      await recordTool({ db, now: () => new Date() }, `Tool ${round}`);
      left = channels / 2 - round;
      const killed = await stackloop.serve(environment);
      pid = killed.pid;
      await killed.ended;
      await endLeases({ db });
      const next = await stackloop.serve(environment);
      const isArrived = () => received().filter((list) => list.includes(`Tool ${round}`)).length;
      await expect.poll(isArrived, { timeout: 60_000 }).toBe(channels);
      await next.stop("SIGTERM");
    }
    const lost = received().filter((list) => !titles.every((title) => list.includes(title))).length;
    const twice = received().filter((list) => new Set(list).size !== list.length).length;
    await annotate(JSON.stringify({ messages: channels * rounds, attempts, kills, lost, twice }));
    expect({ kills, lost, twice }).toEqual({ kills: rounds, lost: 0, twice: 0 });
    // A killed server's last messages are repeated, under the same id.
    expect(attempts).toBeGreaterThan(channels * rounds);
  },
);
