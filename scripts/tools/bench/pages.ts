import Database from "better-sqlite3";

import { type Server, startServer } from "#tests/support/built/processes.ts";
import { signIn, startProduct } from "#tests/support/built/product.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

import type { ArchiveKind, BenchRun } from "./bench-run.ts";
import { type Load, type Round, sendLoad } from "./load.ts";
import { SEARCHED } from "./words.ts";

const AT_ONCE = { count: 200, connections: 1, atMostMs: 700 };
const ROUNDS = 3;
/** Requests before those that count. */
const WARM_UP = { count: 20, connections: 1, atMostMs: 500 };
const DAYS = encodeURIComponent(JSON.stringify({ timeZone: "Europe/Berlin" }));

interface Case {
  what: string;
  ours: (place: string) => string;
  /** What the raw statement is asked, where there is one. */
  bare?: (place: string) => string;
}

const search = (path: string, text: string): Omit<Case, "what"> => ({
  ours: () => `${path}?limit=50&search=${encodeURIComponent(text)}`,
  bare: () => `/search?q=${encodeURIComponent(text)}`,
});

const CASES: Record<Exclude<ArchiveKind, "long-news">, readonly Case[]> = {
  news: [
    { what: "first page", ours: () => "/api/news?limit=50", bare: () => "/page" },
    {
      what: "random page",
      ours: (place) => `/api/news?limit=50&cursor=${place}`,
      bare: (place) => `/page?q=${place}`,
    },
    { what: "unread", ours: () => "/api/news?limit=50&show=unread", bare: () => "/page" },
    { what: "starred", ours: () => "/api/news?limit=50&show=starred", bare: () => "/page" },
    { what: "search, rare word", ...search("/api/news", SEARCHED.rare) },
    { what: "search, common word", ...search("/api/news", SEARCHED.common) },
    { what: "search, letter outside ASCII", ...search("/api/news", SEARCHED.foreign) },
    { what: "chart", ours: () => `/trpc/news.perDay?input=${DAYS}`, bare: () => "/counts" },
  ],
  papers: [
    { what: "first page", ours: () => "/api/arxiv?limit=50", bare: () => "/page" },
    {
      what: "random page",
      ours: (place) => `/api/arxiv?limit=50&cursor=${place}`,
      bare: (place) => `/page?q=${place}`,
    },
    { what: "starred", ours: () => "/api/arxiv?limit=50&show=starred", bare: () => "/page" },
    { what: "search, rare word", ...search("/api/arxiv", SEARCHED.rare) },
    { what: "search, common word", ...search("/api/arxiv", SEARCHED.common) },
    { what: "search, letter outside ASCII", ...search("/api/arxiv", SEARCHED.foreign) },
    { what: "chart and categories", ours: () => "/trpc/papers.stats", bare: () => "/counts" },
  ],
};

/** One size of an archive, with the product and the raw statements on it. */
interface Site {
  rows: number;
  ours: Server;
  bare: Server;
  cookie: string;
  /** Places of rows, spread over the whole archive. */
  places: string[];
}

/** Lists, searches and charts over archives of three sizes: nothing may grow with them. */
export async function pages(run: BenchRun): Promise<void> {
  for (const kind of ["news", "papers"] as const) {
    const sites: Site[] = [];
    for (const rows of [run.rows / 100, run.rows / 10, run.rows]) sites.push(await openSite(run, kind, rows));
    for (const one of CASES[kind]) await measureCase(run, kind, one, sites);
    for (const { ours, bare } of sites) await Promise.all([ours.stop(), bare.stop()]);
  }
}

async function openSite(run: BenchRun, kind: ArchiveKind, rows: number): Promise<Site> {
  const file = await run.archive(kind, rows);
  const ours = await startProduct(file);
  const { cookie } = await signIn(ours, "reader");
  const places = markSome(file, kind, rows);
  const bare = await startServer(["scripts/tools/bench/bare-archive.ts", kind, file], { path: "/page" });
  return { rows, ours, bare, cookie, places };
}

/** At every size, so that as many are listed. */
const STARS = 1000;

/** The reader has read the older half of the news and starred rows all over; returns places to begin at. */
function markSome(file: string, kind: ArchiveKind, rows: number): string[] {
  const sqlite = new Database(file);
  const [table, marks] =
    kind === "news" ? ["news_articles", "news_marks"] : ["research_papers", "paper_marks"];
  sqlite
    .prepare(
      `insert or ignore into ${marks} (userId, place, isStarred)
      select users.id, place, 1
      from users, (select place, row_number() over (order by place) as number from ${table})
      where usernameFolded = 'reader' and number % ? = 0`,
    )
    .run(Math.max(1, Math.floor(rows / STARS)));
  if (kind === "news") {
    sqlite.exec(`insert into news_readers (userId, readThrough, readStories)
      select users.id, max(seq) / 2, max(seq) / 2 from users, news_articles where usernameFolded = 'reader'
      on conflict do update set readThrough = excluded.readThrough, readStories = excluded.readStories`);
  }
  const random = seededRandom(5);
  const [first = 0, last = 0] =
    sqlite.prepare<[], [number, number]>(`select min(place), max(place) from ${table}`).raw().get() ?? [];
  sqlite.close();
  return Array.from({ length: 997 }, () => String(Math.floor(first + random() * (last - first))));
}

async function measureCase(run: BenchRun, kind: ArchiveKind, one: Case, sites: Site[]): Promise<void> {
  const measured = sites.map(({ places }) => ({
    ours: [] as Round[],
    bare: [] as Round[],
    // Each place once, or the pages around it would be in memory the second time.
    oursPlaces: places.values(),
    barePlaces: places.values(),
  }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, site] of sites.entries()) {
      const results = measured[index];
      if (!results) continue;
      const load =
        (
          path: (place: string) => string,
          places: IteratorObject<string, undefined>,
          headers: Record<string, string>,
        ) =>
        (): Load => ({ path: path(places.next().value ?? ""), headers });
      const amount = round < 0 ? WARM_UP : AT_ONCE;
      const headers = { cookie: site.cookie, "accept-encoding": "identity" };
      const ours = await sendLoad(site.ours, load(one.ours, results.oursPlaces, headers), amount);
      const bare = one.bare && (await sendLoad(site.bare, load(one.bare, results.barePlaces, {}), amount));
      if (round < 0) continue;
      results.ours.push(ours);
      if (bare) results.bare.push(bare);
    }
  }
  const best = (rounds: Round[] | undefined, figure: "p50Ms" | "p99Ms") =>
    Math.min(...(rounds ?? []).map((round) => round[figure]));
  const [small, middle, large] = measured;
  const rows = (index: number) => (sites[index]?.rows ?? 0).toLocaleString("en-US");
  const name = `${kind}, ${one.what}`;
  const { report } = run;
  report.compare(
    `${name}: ${rows(1)} rows to ${rows(0)}, p50`,
    best(middle?.ours, "p50Ms"),
    best(small?.ours, "p50Ms"),
    "ms",
  );
  report.compare(
    `${name}: ${rows(2)} rows to ${rows(0)}, p50`,
    best(large?.ours, "p50Ms"),
    best(small?.ours, "p50Ms"),
    "ms",
    { atMost: 1.3 },
  );
  if (one.bare) {
    const isSearch = one.what.startsWith("search");
    const isRaw = isSearch || one.what.endsWith("page");
    const figure = isSearch ? "p99Ms" : "p50Ms";
    report.compare(
      `${name}: ${rows(2)} rows, to the raw statement over bare HTTP, ${figure.slice(0, 3)}`,
      best(large?.ours, figure),
      best(large?.bare, figure),
      "ms",
      isRaw ? { atMost: 3 } : {},
    );
  }
}
