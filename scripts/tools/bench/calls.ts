import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { z } from "zod";

import { cpuMs, type Server, startServer } from "#tests/support/built/processes.ts";
import {
  idOf,
  JSON_BODY,
  type Person,
  PASSWORD,
  settled,
  signIn,
  startProduct,
} from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { type Load, median, type Round, sendLoad } from "./load.ts";
import { untilRead } from "./reading.ts";
import type { Goal } from "./report.ts";
import { toolRows } from "./tools.ts";

const ROUNDS = 5;
const TOOLS = 1000;
const VERDICTS = 200;
const VOTE_EVERY_MS = 1000;
/** What the quickest peer took on this kind of machine: comments per second at 16 connections (Directus 12.4). */
const PEER_WRITES = 117;

/** What was measured of a call and of its limit, in turns. */
interface Pair {
  ours: Round[];
  bare: Round[];
}

const cpu = (rounds: Round[]) => median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds));
const rate = (rounds: Round[]) => median(rounds.map(({ perSecond }) => perSecond));

/** Decides on some tools, and votes on them again and again until it is stopped: none of it changes the list. */
async function decideAndVote({ call }: Person): Promise<{ stop(): Promise<void> }> {
  const tools = z.array(z.object({ id: z.string() })).parse(await call("GET", "/api/ai-tools"));
  const decided = tools.slice(0, VERDICTS);
  for (const { id } of decided)
    await call("POST", `/api/ai-tools/${id}/verdicts`, {
      revision: 0,
      ring: "trial",
      reason: "We try it",
      clearance: null,
      lookAgainOn: null,
      evidence: [],
    });
  const stopping = new AbortController();
  const vote = async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const id = decided[turn % decided.length]?.id ?? "";
      await call("PUT", `/api/ai-tools/${id}/vote`, { ring: turn % 2 === 0 ? "adopt" : "hold", note: null });
      await wait(VOTE_EVERY_MS);
    }
  };
  const voting = vote();
  return {
    async stop() {
      stopping.abort();
      await voting;
    },
  };
}

/** What the calls of a signed-in person cost, against a bare server that sends the same bytes or does the same work. */
export async function calls(run: BenchRun): Promise<void> {
  const { report } = run;
  const databaseFile = run.file("calls.db");
  const bytesFile = run.file("list.json");
  const ours = await startProduct(databaseFile, { isWatched: true });
  const person = await signIn(ours, "bench");
  await person.call("POST", "/api/ai-tools/import", { rows: toolRows(TOOLS) });
  await settled();
  await untilRead(databaseFile);
  const headers = { cookie: person.cookie, "accept-encoding": "identity" };
  const list: Load = { path: "/api/ai-tools", headers };
  const answer = await fetch(`${ours.origin}${list.path}`, { headers });
  writeFileSync(bytesFile, Buffer.from(await answer.arrayBuffer()));
  const bare = await startServer(["scripts/tools/bench/bare-server.ts", bytesFile, databaseFile], {
    path: "/",
  });

  const compare = async (what: string, loads: { ours: Load; bare: Load }, count: number, goal: Goal) => {
    const pair: Pair = { ours: [], bare: [] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const amount = { count: round < 0 ? Math.ceil(count / 3) : count, connections: 16, atMostMs: 2000 };
      const [first, second] = [
        await sendLoad(ours, loads.ours, amount),
        await sendLoad(bare, loads.bare, amount),
      ];
      if (round < 0) continue;
      pair.ours.push(first);
      pair.bare.push(second);
    }
    report.compare(`${what}: processor time per request`, cpu(pair.ours), cpu(pair.bare), "µs", goal);
    return pair;
  };

  const full = await compare(`list of ${TOOLS} tools`, { ours: list, bare: { path: "/" } }, 600, {
    atMost: 1.5,
  });
  report.compare("the same: requests per second", rate(full.ours), rate(full.bare), "/s", { atLeast: 0.65 });
  const voting = await decideAndVote(person);
  await compare(
    `the same with ${VERDICTS} verdicts, while somebody votes once a second`,
    { ours: list, bare: { path: "/" } },
    600,
    { atMost: 1.5 },
  );
  await voting.stop();
  // The bare server's table has changed the file meanwhile, and with it the ETag.
  const latest = await fetch(`${ours.origin}${list.path}`, { headers });
  await latest.arrayBuffer();
  const known = {
    path: list.path,
    headers: { ...headers, "if-none-match": latest.headers.get("etag") ?? "" },
  };
  const unchanged = await compare(
    "the same, unchanged (304)",
    { ours: known, bare: { path: "/304" } },
    3000,
    { atMost: 2 },
  );
  report.compare(
    "unchanged to the full answer, both StackLoop's",
    cpu(unchanged.ours),
    cpu(full.ours),
    "µs",
    { atMost: 0.2 },
  );
  await reportCompressed(
    run,
    ours,
    person,
    Buffer.byteLength(await (await fetch(`${ours.origin}/api/ai-tools`, { headers })).text()),
  );

  await compare(
    "current user (GET /api/user)",
    { ours: { path: "/api/user", headers }, bare: { path: "/who" } },
    3000,
    {
      atMost: 2.5,
    },
  );
  await compare(
    "a tRPC call (account.me)",
    { ours: { path: "/trpc/account.me", headers }, bare: { path: "/who" } },
    1500,
    {
      atMost: 15,
    },
  );
  const batch = { path: "/trpc/account.me,account.me,account.me,account.me?batch=1", headers };
  await compare("four tRPC calls in a batch", { ours: batch, bare: { path: "/who" } }, 800, {});
  await measureLogin(run, ours, compare);
  await measureWrites(run, person, compare, headers);
  await measureFirstReads(run, { ours, bare }, person, list);
  await Promise.all([bare.stop(), ours.stop()]);
}

type Compare = (what: string, loads: { ours: Load; bare: Load }, count: number, goal: Goal) => Promise<Pair>;

async function reportCompressed(
  run: BenchRun,
  ours: Server,
  { cookie }: Person,
  plain: number,
): Promise<void> {
  const headers = { cookie, "accept-encoding": "gzip" };
  const reply = await fetch(`${ours.origin}/api/ai-tools`, { headers });
  await reply.arrayBuffer();
  const sent = Number(reply.headers.get("content-length"));
  run.report.compare("list, compressed: bytes", sent / 1000, plain / 1000, "kB", { atMost: 0.3 });
  const compressed = await sendLoad(
    ours,
    { path: "/api/ai-tools", headers },
    { count: 600, connections: 16 },
  );
  run.report.value("list, compressed once: processor time per request", compressed.cpuMicroseconds, "µs");
}

async function measureLogin(run: BenchRun, ours: Server, compare: Compare): Promise<void> {
  // Somebody else's logins: each begins a session, and a person's oldest ones end.
  await signIn(ours, "visitor");
  const login: Load = {
    path: "/api/login",
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ username: "visitor", password: PASSWORD }),
  };
  await ours.readHold();
  await compare("login, to one argon2id", { ours: login, bare: { path: "/argon2" } }, 50, { atMost: 1.3 });
  run.report.value("longest hold during logins", (await ours.readHold()).longestMs, "ms", { atMost: 20 });
}

async function measureWrites(
  run: BenchRun,
  person: Person,
  compare: Compare,
  headers: Record<string, string>,
): Promise<void> {
  const json = { ...headers, ...JSON_BODY };
  const create: Load = {
    path: "/api/ai-tools",
    method: "POST",
    headers: json,
    body: JSON.stringify({ name: "Created", tags: ["new"] }),
  };
  await compare("create a tool", { ours: create, bare: { path: "/insert" } }, 300, {});
  const reading = await person.call("POST", "/api/readings", { title: "Emma", author: "Jane Austen" });
  const readingId = idOf(reading);
  const content = "A remark about the third chapter that two or three people will read. ".repeat(3);
  const rest: Load = {
    path: `/api/readings/${readingId}/comments`,
    method: "POST",
    headers: json,
    body: JSON.stringify({ content }),
  };
  const pair = await compare("comment, REST", { ours: rest, bare: { path: "/comment" } }, 400, {
    atMost: 1.5,
  });
  run.report.compare("comments per second, to a peer's (Directus)", rate(pair.ours), PEER_WRITES, "/s", {
    atLeast: 20,
  });
  const trpc: Load = { ...rest, path: "/trpc/comments.add", body: JSON.stringify({ readingId, content }) };
  await compare("comment, tRPC", { ours: trpc, bare: { path: "/comment" } }, 400, { atMost: 8 });
}

async function measureFirstReads(
  run: BenchRun,
  { ours, bare }: { ours: Server; bare: Server },
  person: Person,
  list: Load,
): Promise<void> {
  const once = { count: 1, connections: 1 };
  const used = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 30; round += 1) {
    await person.call("POST", "/api/ai-tools", { name: `First ${round}`, tags: [] });
    for (const [name, server, load] of [
      ["ours", ours, list],
      ["bare", bare, { path: "/rows" }],
    ] as const) {
      const before = cpuMs(server.pid);
      await sendLoad(server, load, once);
      used[name].push((cpuMs(server.pid) - before) * 1000);
    }
  }
  run.report.compare("first list after a write: processor time", median(used.ours), median(used.bare), "µs", {
    atMost: 1.2,
  });
}
