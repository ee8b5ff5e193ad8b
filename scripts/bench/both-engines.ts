import { randomUUID } from "node:crypto";

import type { BenchRun } from "./bench-run.ts";
import { amountOf, type CopiedArchive } from "./copied-archives.ts";
import { type Load, median, type Round, sendLoad } from "./load.ts";
import { queryOnce } from "./postgresql-server.ts";
import { memoryOf, type Server } from "./processes.ts";
import { idOf, JSON_BODY, type Person, settled, signIn } from "./product.ts";
import { connectRaw, type RawConnection, rawStatements, type Statement } from "./raw-statements.ts";
import { toolRows } from "./tools.ts";
import { SEARCHED } from "./words.ts";

/** The product on the same archive, kept by either kind of database. */
export interface BothEngines {
  postgresql: Server;
  sqlite: Server;
}

const ROUNDS = 4;
/** One request after the other, for how long it takes. */
const ALONE = { count: 300, connections: 1, atMostMs: 600 };
/** Several at once, for what it costs. */
const AT_ONCE = { count: 1000, connections: 8, atMostMs: 700 };
/** The archive has 400 already. */
const MORE_TOOLS = 600;
const COMMENT = "A remark about the third chapter that two or three people will read. ".repeat(3);
/** As of somebody who last wrote long ago: what others wrote need not be looked for within a second. */
export const WROTE_LONG_AGO = "lastWrite=1";

/** One call, on either kind of database, and the statement that it comes down to. */
interface Case {
  what: string;
  load(on: Ground): () => Load;
  raw(on: Ground): () => Statement[];
}

/** Who calls what on one server. */
interface Ground {
  headers: Record<string, string>;
  userId: string;
  readingId: string;
  places: readonly number[];
}

const read = (pathOf: (on: Ground) => string): Case["load"] =>
  function load(on) {
    return () => ({ path: pathOf(on), headers: on.headers });
  };

const anyOf = (places: readonly number[]): number => places[Math.floor(Math.random() * places.length)] ?? 0;

const searchNews = (text: string): string => `/api/news?limit=50&search=${encodeURIComponent(text)}`;
const searchAll = (words: string): string => `/api/search?q=${encodeURIComponent(words)}`;

const CASES: readonly Case[] = [
  { what: "list of 1000 tools", load: read(() => "/api/ai-tools"), raw: () => rawStatements.tools },
  {
    what: "current user (GET /api/user)",
    load: read(() => "/api/user"),
    raw: (on) => () => rawStatements.user(on.userId),
  },
  {
    what: "a tRPC call (account.me)",
    load: read(() => "/trpc/account.me"),
    raw: (on) => () => rawStatements.user(on.userId),
  },
  {
    what: "comment, REST",
    load: (on) => () => ({
      path: `/api/readings/${on.readingId}/comments`,
      method: "POST",
      headers: { ...on.headers, ...JSON_BODY },
      body: JSON.stringify({ content: COMMENT }),
    }),
    raw: (on) => () => rawStatements.comment(randomUUID(), { ...on, content: COMMENT }),
  },
  {
    what: "news, first page",
    load: read(() => "/api/news?limit=50"),
    raw: () => () => rawStatements.page(Number.MAX_SAFE_INTEGER),
  },
  {
    what: "news, random page",
    load: read(({ places }) => `/api/news?limit=50&cursor=${anyOf(places)}`),
    raw:
      ({ places }) =>
      () =>
        rawStatements.page(anyOf(places)),
  },
  {
    what: "news, search, rare word",
    load: read(() => searchNews(SEARCHED.rare)),
    raw: () => () => rawStatements.searchText(SEARCHED.rare, false),
  },
  {
    what: "news, search, common word",
    load: read(() => searchNews(SEARCHED.common)),
    raw: () => () => rawStatements.searchText(SEARCHED.common, true),
  },
  {
    what: "ranked search, rare word",
    load: read(() => searchAll(SEARCHED.rare)),
    raw: () => () => rawStatements.searchWords(SEARCHED.rare),
  },
  {
    what: "ranked search, common word",
    load: read(() => searchAll(SEARCHED.common)),
    raw: () => () => rawStatements.searchWords(SEARCHED.common),
  },
];

/** What the calls cost and how long they take on either kind of database, and what they come down to. */
export async function compareEngines(
  run: BenchRun,
  archive: CopiedArchive,
  servers: BothEngines,
): Promise<void> {
  const places = await placesIn(archive);
  const grounds = {
    postgresql: await prepare(servers.postgresql, places),
    sqlite: await prepare(servers.sqlite, places),
  };
  await settled();
  const raw = await connectRaw(archive.url);
  for (const one of CASES) await compareCase(run, { one, archive, servers, grounds, raw });
  await raw.close();
  const { report } = run;
  const amount = amountOf(archive);
  report.compare(
    `memory of the process after it, ${amount}, to SQLite`,
    memoryOf(servers.postgresql.pid).now,
    memoryOf(servers.sqlite.pid).now,
    "MiB",
  );
  report.value(`connections of the process after it, ${amount}`, await countConnections(archive), "");
}

/** Spread over the whole archive. */
async function placesIn({ url }: CopiedArchive): Promise<number[]> {
  const places = await queryOnce(
    url,
    "select string_agg(place::text, ',') from (select place from news_articles order by random() limit 500) as chosen",
  );
  return places.split(",").map(Number);
}

/** Of all processes that work on this database. */
export const countConnections = async ({ url }: CopiedArchive): Promise<number> =>
  Number(
    await queryOnce(
      url,
      "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'stackloop'",
    ),
  );

async function prepare(server: Server, places: readonly number[]): Promise<Ground> {
  const person = await signIn(server, "bench");
  await person.call("POST", "/api/ai-tools/import", { rows: toolRows(MORE_TOOLS, 1000) });
  const readingId = await addReading(person);
  const userId = idOf(await person.call("GET", "/api/user"));
  const cookie = `${person.cookie}; ${WROTE_LONG_AGO}`;
  return { headers: { cookie, "accept-encoding": "identity" }, userId, readingId, places };
}

/** Something to comment on. */
export const addReading = async (person: Person): Promise<string> =>
  idOf(await person.call("POST", "/api/readings", { title: "Emma", author: "Jane Austen" }));

interface Measured {
  one: Case;
  archive: CopiedArchive;
  servers: BothEngines;
  grounds: { postgresql: Ground; sqlite: Ground };
  raw: RawConnection;
}

async function compareCase(
  { report }: BenchRun,
  { one, archive, servers, grounds, raw }: Measured,
): Promise<void> {
  const alone = { postgresql: [] as Round[], sqlite: [] as Round[] };
  const atOnce = { postgresql: [] as Round[], sqlite: [] as Round[] };
  const statements: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of ["postgresql", "sqlite"] as const) {
      const load = one.load(grounds[name]);
      const [first, second] = [
        await sendLoad(servers[name], load, ALONE),
        await sendLoad(servers[name], load, AT_ONCE),
      ];
      if (round < 0) continue;
      alone[name].push(first);
      atOnce[name].push(second);
    }
    const times = await timeStatements(raw, one.raw(grounds.postgresql));
    if (round >= 0) statements.push(median(times));
  }
  const what = `${one.what}, ${amountOf(archive)}`;
  const [ours, other] = [alone.postgresql, alone.sqlite];
  report.compare(
    `${what}: processor time per call, to SQLite`,
    median(atOnce.postgresql.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    median(atOnce.sqlite.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    "µs",
    { atMost: 1.3 },
  );
  report.compare(`${what}: p50, to the raw statement`, p50(ours), median(statements), "ms", {
    atMostMore: 1,
  });
  report.compare(`${what}: p50, to SQLite`, p50(ours), p50(other), "ms");
  report.compare(`${what}: p99, to SQLite`, p99(ours), p99(other), "ms");
}

const p50 = (rounds: readonly Round[]): number => median(rounds.map(({ p50Ms }) => p50Ms));
const p99 = (rounds: readonly Round[]): number => median(rounds.map(({ p99Ms }) => p99Ms));

async function timeStatements(raw: RawConnection, statementsOf: () => Statement[]): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  while (times.length < ALONE.count && performance.now() - start < ALONE.atMostMs)
    times.push(await raw.time(statementsOf()));
  return times;
}
