import { writeFileSync } from "node:fs";

import { type Load, median, pause, type Round, sendLoad } from "#tests/support/built/load.ts";
import { type Server, startServer } from "#tests/support/built/processes.ts";
import { type Person, signIn, startProduct } from "#tests/support/built/product.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

import { type ArchiveKind, type Bench, readDatabaseFile } from "./archives.ts";
import type { Goal, Report } from "./report.ts";

/** The product on a database, and the bare server on a copy of the database. */
export interface Site {
  rows: number;
  file: string;
  ours: Server;
  bare: Server;
  person: Person;
  headers: Record<string, string>;
  /** Returns cursors from the whole archive, each once, so that no page is cached. */
  cursors: () => string;
  close(): Promise<void>;
}

interface SiteOptions {
  kind?: ArchiveKind;
  rows: number;
  file: string;
  /** Prepares the database before the bare server copies it. */
  fill?: (person: Person, ours: Server) => Promise<void>;
  /** Path of the product. The bare server sends the same reply for `/list`. */
  list?: string;
}

export async function openSite(
  bench: Bench,
  { kind = "news", rows, file, fill, list }: SiteOptions,
): Promise<Site> {
  const ours = await startProduct(file, { isWatched: true });
  const person = await signIn(ours, "reader");
  await fill?.(person, ours);
  const headers = { cookie: person.cookie, "accept-encoding": "identity" };
  const copy = bench.file("bare.db");
  readDatabaseFile(file, (database) => database.prepare("vacuum into ?").run(copy));
  const args = ["scripts/bench/bare.ts", kind, copy];
  if (list !== undefined) args.push(await saveReply(bench, `${ours.origin}${list}`, headers));
  const bare = await startServer(args, { path: "/ready" });
  return {
    rows,
    file,
    ours,
    bare,
    person,
    headers,
    cursors: cursorsIn(file, kind),
    async close() {
      await Promise.all([ours.stop(), bare.stop()]);
    },
  };
}

async function saveReply(bench: Bench, address: string, headers: Record<string, string>): Promise<string> {
  const file = bench.file("list.json");
  const reply = await fetch(address, { headers });
  writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
  return file;
}

function cursorsIn(file: string, kind: ArchiveKind): () => string {
  const table = kind === "news" ? "news_articles" : "research_papers";
  const [first = 0, last = 0] = readDatabaseFile(
    file,
    (database) =>
      database.prepare<[], [number, number]>(`select min(place), max(place) from ${table}`).raw().get() ?? [],
  );
  const random = seededRandom(5);
  return () => String(Math.floor(first + random() * (last - first)));
}

type Figure = "cpuMicroseconds" | "p50Ms" | "p99Ms" | "perSecond";
const FIGURES: Record<Figure, readonly [name: string, unit: string]> = {
  cpuMicroseconds: ["CPU per request", "µs"],
  p50Ms: ["p50", "ms"],
  p99Ms: ["p99", "ms"],
  perSecond: ["requests per second", "/s"],
};

/** Figure of the product at the largest size, with its comparison. */
interface Check {
  figure: Figure;
  /** Compared with: the bare server, or the product at the smallest size. */
  to?: "bare" | "smallest";
  goal?: Goal;
  /** Divides the bare server's figure by the product's, for "how many times faster". */
  isInverse?: true;
}

/** Row in a table of measurements. */
export interface Measurement {
  what: string;
  ours: (site: Site) => Load;
  bare?: (site: Site) => Load;
  count: number;
  connections: number;
  checks: readonly Check[];
  /** Goal for the longest event loop delay, in milliseconds. Without a goal, the delay isn't reported. */
  longestTurn?: number;
}

const ROUNDS = 5;
const ROUND_MS = 800;
const WARM_UP_MS = 500;

/** Measures one row on all sites, alternating between them. Returns the medians of the largest site. */
export async function measure(report: Report, sites: readonly Site[], row: Measurement) {
  const rounds = sites.map(() => ({ ours: [] as Round[], bare: [] as Round[] }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, site] of sites.entries()) {
      const amount = { ...row, atMostMs: round < 0 ? WARM_UP_MS : ROUND_MS };
      const { ours, bare } = rounds[index] ?? { ours: [], bare: [] };
      if (round === 0) await site.ours.readHold();
      const result = await sendLoad(site.ours, () => row.ours(site), amount);
      if (round >= 0) ours.push(result);
      const { bare: load } = row;
      if (load === undefined) continue;
      const limit = await sendLoad(site.bare, () => load(site), amount);
      if (round >= 0) bare.push(limit);
    }
  }
  const [smallest, largest] = [rounds[0], rounds.at(-1)];
  const medianOf = (all: readonly Round[] | undefined, figure: Figure) =>
    median((all ?? []).map((round) => round[figure]));
  const [few, many] = [sites[0], sites.at(-1)].map((site) => site?.rows.toLocaleString("en-US"));
  for (const { figure, to, goal, isInverse } of row.checks) {
    const [name, unit] = FIGURES[figure];
    const what = `${row.what}: ${name}`;
    const [ours, bare] = [medianOf(largest?.ours, figure), medianOf(largest?.bare, figure)];
    if (to === undefined) report.value(what, ours, unit, goal);
    else if (to === "smallest")
      report.compare(`${what}, ${many} vs. ${few} rows`, ours, medianOf(smallest?.ours, figure), unit, goal);
    else if (isInverse) report.compare(`${what}, a scan vs. ours`, bare, ours, unit, goal);
    else report.compare(`${what}, vs. bare`, ours, bare, unit, goal);
  }
  const last = sites.at(-1);
  if (row.longestTurn !== undefined && last) await reportHold(report, row.what, last.ours, row.longestTurn);
  return { ours: medianOf(largest?.ours, "cpuMicroseconds") };
}

/** Reports the longest event loop delay since the last call, in wall time and in CPU time. */
async function reportHold(report: Report, what: string, server: Server, atMost: number): Promise<void> {
  const { longestMs, longestTurnMs } = await server.readHold();
  report.value(`${what}: longest event loop delay`, longestMs, "ms", { atMost });
  report.value(`${what}: longest event loop turn in CPU time`, longestTurnMs, "ms", { atMost });
}

const IDLE_MS = 1500;
const PEOPLE = 4;

/** Calls GET /api/user like four people while `work` runs. Returns the 99th percentile in milliseconds. */
async function timeOthers(
  { ours, headers }: Pick<Site, "ours" | "headers">,
  work: () => Promise<unknown>,
): Promise<number> {
  const ending = new AbortController();
  const calls = sendLoad(ours, () => ({ path: "/api/user", headers }), {
    count: Number.POSITIVE_INFINITY,
    connections: PEOPLE,
    pauseMs: 2,
    signal: ending.signal,
  });
  try {
    await work();
  } finally {
    ending.abort();
  }
  return (await calls).p99Ms;
}

/**
 * Reports the longest event loop delay and the latency of other people's calls during some work. The idle latency for
 * comparison is measured right before and right after it.
 */
export async function measureWork(
  report: Report,
  site: Pick<Site, "ours" | "headers">,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await timeOthers(site, () => pause(IDLE_MS));
  await site.ours.readHold();
  const during = await timeOthers(site, work);
  await reportHold(report, what, site.ours, 50);
  const after = await timeOthers(site, () => pause(IDLE_MS));
  report.compare(`${what}: GET /api/user, p99 vs. idle`, during, (before + after) / 2, "ms", { atMost: 5 });
}
