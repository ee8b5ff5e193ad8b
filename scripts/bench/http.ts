import Database from "better-sqlite3";
import { z } from "zod";

import { median, pause, sendLoad } from "#tests/support/built/load.ts";
import { cpuMs } from "#tests/support/built/processes.ts";
import { idOf, JSON_BODY, PASSWORD, type Person, signIn } from "#tests/support/built/product.ts";
import { SEARCHED, toolRows } from "#tests/support/generated-texts.ts";

import { type ArchiveKind, assertIdle, type Bench, readDatabaseFile, waitUntilIdle } from "./archives.ts";
import { type Measurement, measure, openSite, type Site } from "./measure.ts";

const TOOLS = 1000;
const VERDICTS = 200;

const get =
  (path: string, more: Record<string, string> = {}) =>
  ({ headers }: Site) => ({ path, headers: { ...headers, ...more } });
const bareGet = (path: string) => () => ({ path });
const post = (path: string, body: (site: Site) => unknown) => (site: Site) => ({
  path,
  method: "POST" as const,
  headers: { ...site.headers, ...JSON_BODY },
  body: JSON.stringify(body(site)),
});

/** Creates a measurement of CPU time against the bare server. */
const cpuMeasurement = (
  what: string,
  ours: Measurement["ours"],
  bare: Measurement["bare"],
  count: number,
  atMost?: number,
): Measurement => ({
  what,
  ours,
  ...(bare && { bare }),
  count,
  connections: 16,
  checks: [
    {
      figure: "cpuMicroseconds",
      ...(bare && { to: "bare" as const }),
      ...(atMost !== undefined && { goal: { atMost } }),
    },
  ],
});

/** Goals 1 to 4 and 9: the calls of a person with 1,000 tools. */
export async function calls(bench: Bench): Promise<void> {
  const { report } = bench;
  const file = bench.file("calls.db");
  let readingId = "";
  const site = await openSite(bench, {
    rows: TOOLS,
    file,
    list: "/api/ai-tools",
    async fill(person, ours) {
      await person.call("POST", "/api/ai-tools/import", { rows: toolRows(TOOLS) });
      readingId = idOf(await person.call("POST", "/api/readings", { title: "Emma", author: "Jane Austen" }));
      await signIn(ours, "visitor");
      await waitUntilIdle(file);
    },
  });
  const content = "A remark about the third chapter that two or three people will read. ".repeat(3);
  const comment = { readingId, content };
  const plain = await fetch(`${site.ours.origin}/api/ai-tools`, { headers: site.headers });
  const bytes = (await plain.arrayBuffer()).byteLength;
  const etag = plain.headers.get("etag") ?? "";
  const compressedResponse = await fetch(`${site.ours.origin}/api/ai-tools`, {
    headers: { ...site.headers, "accept-encoding": "gzip" },
  });
  await compressedResponse.arrayBuffer();
  const run = (one: Measurement) => measure(report, [site], one);

  const list = cpuMeasurement(`list of ${TOOLS} tools`, get("/api/ai-tools"), bareGet("/list"), 600, 1.5);
  const full = await run({
    ...list,
    checks: [...list.checks, { figure: "perSecond", to: "bare", goal: { atLeast: 0.65 } }],
  });
  const unchangedRound = await run(
    cpuMeasurement(
      "the same, unchanged (304)",
      get("/api/ai-tools", { "if-none-match": etag }),
      bareGet("/304"),
      3000,
      2,
    ),
  );
  report.compare("unchanged to the full reply: CPU per request", unchangedRound.ours, full.ours, "µs", {
    atMost: 0.2,
  });
  report.compare(
    "the same list, compressed: size",
    Number(compressedResponse.headers.get("content-length")) / 1000,
    bytes / 1000,
    "kB",
    { atMost: 0.3 },
  );
  const rows: Measurement[] = [
    cpuMeasurement(
      "the same list, compressed",
      get("/api/ai-tools", { "accept-encoding": "gzip" }),
      undefined,
      600,
    ),
    cpuMeasurement("current user (GET /api/user)", get("/api/user"), bareGet("/user"), 3000, 2.5),
    cpuMeasurement("a tRPC call (account.me)", get("/trpc/account.me"), bareGet("/user"), 1500, 15),
    {
      ...cpuMeasurement(
        "login, vs. one argon2id",
        // Without the reader's cookie, because a login would end its session.
        () => ({
          path: "/api/login",
          method: "POST",
          headers: JSON_BODY,
          body: JSON.stringify({ username: "visitor", password: PASSWORD }),
        }),
        bareGet("/argon2"),
        50,
        1.3,
      ),
      longestTurn: 20,
    },
    cpuMeasurement(
      "comment, tRPC",
      post("/trpc/comments.add", () => comment),
      post("/comment", () => comment),
      400,
      8,
    ),
    cpuMeasurement(
      "comment, REST",
      post(`/api/readings/${readingId}/comments`, () => comment),
      post("/comment", () => comment),
      400,
      1.5,
    ),
  ];
  for (const one of rows) await run(one);
  await measureFirstReads(bench, site);
  await voteForever(site.person, () =>
    run({ ...list, what: `list of ${TOOLS} tools with ${VERDICTS} verdicts, during votes` }),
  );
  await site.close();
}

const FIRST_READS = 60;

/** Goal 2: the first list after a write, with code that is already compiled. */
async function measureFirstReads({ report }: Bench, { ours, bare, headers, person }: Site): Promise<void> {
  const usedMs = { ours: [] as number[], bare: [] as number[] };
  for (let read = -FIRST_READS; read < FIRST_READS; read += 1) {
    await person.call("POST", "/api/ai-tools", { name: `First ${read}`, tags: [] });
    for (const [name, server, path] of [
      ["ours", ours, "/api/ai-tools"],
      ["bare", bare, "/tools"],
    ] as const) {
      const before = cpuMs(server.pid);
      await sendLoad(server, () => ({ path, headers }), { count: 1, connections: 1 });
      if (read >= 0) usedMs[name].push((cpuMs(server.pid) - before) * 1000);
    }
  }
  report.compare("first list after a write: CPU, vs. bare", median(usedMs.ours), median(usedMs.bare), "µs", {
    atMost: 1.2,
  });
}

/** Runs `work` while somebody changes a vote once a second. The votes don't change the list. */
async function voteForever({ call }: Person, work: () => Promise<unknown>): Promise<void> {
  const tools = z
    .array(z.object({ id: z.string() }))
    .parse(await call("GET", "/api/ai-tools"))
    .slice(0, VERDICTS);
  for (const { id } of tools)
    await call("POST", `/api/ai-tools/${id}/verdicts`, {
      revision: 0,
      ring: "trial",
      reason: "We try it",
      clearance: null,
      lookAgainOn: null,
      evidence: [],
    });
  const ending = new AbortController();
  const voting = (async () => {
    for (let vote = 0; !ending.signal.aborted; vote += 1) {
      await call("PUT", `/api/ai-tools/${tools[vote % VERDICTS]?.id}/vote`, {
        ring: vote % 2 === 0 ? "adopt" : "hold",
        note: null,
      });
      await pause(1000);
    }
  })();
  await work();
  ending.abort();
  await voting;
}

const DAYS = encodeURIComponent(JSON.stringify({ timeZone: "Europe/Berlin" }));
/** Number of the reader's stars, the same for every archive, so that the starred list has the same length. */
const STARS = 1000;

/** Creates a row of goal 5: independent of the archive's size, and compared with the raw statement. */
const pageMeasurement = (
  what: string,
  ours: Measurement["ours"],
  bare: Measurement["bare"],
  isPage = true,
): Measurement => ({
  what,
  ours,
  ...(bare && { bare }),
  count: 300,
  connections: 1,
  checks: [
    { figure: "p50Ms", to: "smallest", ...(isPage && { goal: { atMost: 1.3 } }) },
    { figure: "cpuMicroseconds", to: "smallest", ...(isPage && { goal: { atMost: 1.3 } }) },
    { figure: "p50Ms", to: "bare" },
  ],
});

const pagesOf = (kind: ArchiveKind): Measurement[] => {
  const path = kind === "news" ? "/api/news" : "/api/arxiv";
  const searchMeasurement = (what: string, text: string) =>
    pageMeasurement(
      `${kind}, search, ${what}`,
      get(`${path}?limit=50&search=${encodeURIComponent(text)}`),
      bareGet(`/search?q=${encodeURIComponent(text)}`),
      false,
    );
  const cursors = ({ cursors: next }: Site) => next();
  return [
    pageMeasurement(`${kind}, first page`, get(`${path}?limit=50`), bareGet("/page")),
    pageMeasurement(
      `${kind}, random page`,
      (site) => get(`${path}?limit=50&cursor=${cursors(site)}`)(site),
      (site) => ({ path: `/page?q=${cursors(site)}` }),
    ),
    pageMeasurement(`${kind}, starred`, get(`${path}?limit=50&show=starred`), bareGet("/page")),
    ...(kind === "news"
      ? [pageMeasurement("news, unread", get(`${path}?limit=50&show=unread`), bareGet("/page"))]
      : []),
    pageMeasurement(
      `${kind}, chart`,
      get(kind === "news" ? `/trpc/news.perDay?input=${DAYS}` : "/trpc/papers.stats"),
      bareGet("/counts"),
    ),
    searchMeasurement("rare word", SEARCHED.rare),
    searchMeasurement("common word", SEARCHED.common),
    searchMeasurement("letter outside ASCII", SEARCHED.foreign),
    {
      ...pageMeasurement(`${kind}, whole list (1,000 rows)`, get(path), bareGet("/whole")),
      count: 50,
      longestTurn: 50,
    },
  ];
};

/** Goal 5: lists, searches and charts of a small archive and of the largest. */
export async function pages(bench: Bench): Promise<void> {
  for (const kind of ["news", "papers"] as const) {
    const sites: Site[] = [];
    // A smaller archive would have fewer rows than a whole list.
    for (const rows of [Math.max(1000, bench.rows / 100), bench.rows]) {
      const file = await bench.archive(kind, rows);
      const fill = () => Promise.resolve(markRows(file, kind, rows));
      sites.push(await openSite(bench, { kind, rows, file, fill }));
    }
    for (const one of pagesOf(kind)) await measure(bench.report, sites, one);
    for (const site of sites) {
      assertIdle(site.file);
      await site.close();
    }
  }
}

/** Stars rows from the whole archive for the reader, and flags the older half of the news as read. */
function markRows(file: string, kind: ArchiveKind, rows: number): void {
  const sqlite = new Database(file, { timeout: 5000 });
  const [table, marks] =
    kind === "news" ? ["news_articles", "news_marks"] : ["research_papers", "paper_marks"];
  sqlite
    .prepare(
      `insert or ignore into ${marks} (userId, place, isStarred)
      select users.id, place, 1 from users, (select place, row_number() over (order by place) as number from ${table})
      where usernameFolded = 'reader' and number % ? = 0`,
    )
    .run(Math.max(1, Math.floor(rows / STARS)));
  if (kind === "news")
    sqlite.exec(`insert into news_readers (userId, readThrough, readStories)
      select users.id, max(seq) / 2, max(seq) / 2 from users, news_articles where usernameFolded = 'reader'
      on conflict do update set readThrough = excluded.readThrough, readStories = excluded.readStories`);
  sqlite.close();
}

/** Goals 6 and 7: both searches at the largest size, compared with a scan and the raw index. */
export async function search(bench: Bench): Promise<void> {
  const { report, rows } = bench;
  const file = await bench.archive("news", rows);
  const site = await openSite(bench, { rows, file });
  const run = (one: Omit<Measurement, "connections">) => measure(report, [site], { connections: 1, ...one });
  for (const [what, text] of [
    ["rare word", SEARCHED.rare],
    ["part of a rare word", SEARCHED.infix],
  ] as const)
    await run({
      what: `search for a substring, ${what}`,
      ours: get(`/api/news?limit=50&search=${text}`),
      bare: bareGet(`/scan?q=${text}`),
      count: 20,
      checks: [{ figure: "p50Ms", to: "bare", isInverse: true, goal: { atLeast: 10 } }],
    });
  for (const [what, words] of [
    ["rare word", SEARCHED.rare],
    ["word in every fourth article", SEARCHED.common],
    ["both", `${SEARCHED.common} ${SEARCHED.rare}`],
    ["two common words", `${SEARCHED.common} ${SEARCHED.alsoCommon}`],
  ] as const) {
    const q = encodeURIComponent(words);
    const ranked = { what: `ranked search, ${what}`, ours: get(`/api/search?q=${q}`) };
    await run({
      ...ranked,
      bare: bareGet(`/ranked?q=${q}`),
      count: 100,
      checks: [
        { figure: "p99Ms", to: "bare", goal: { atMost: 3 } },
        { figure: "cpuMicroseconds", ...(what === "two common words" && { goal: { atMost: 20_000 } }) },
      ],
      longestTurn: 50,
    });
    if (words === SEARCHED.rare)
      await run({
        ...ranked,
        bare: bareGet(`/scan?q=${q}`),
        count: 20,
        checks: [{ figure: "p50Ms", to: "bare", isInverse: true, goal: { atLeast: 100 } }],
      });
  }
  assertIdle(file);
  await site.close();
  const sizes = `select (select sum(pgsize) from dbstat where name in ('story_trigrams_data', 'story_trigrams_idx', 'story_trigrams_docsize')),
    (select sum(octet_length(title) + octet_length(coalesce(content, ''))) from news_articles)`;
  const [index = 0, text = 0] = readDatabaseFile(
    file,
    (database) => database.prepare<[], [number, number]>(sizes).raw().get() ?? [],
  );
  report.compare("index for substrings: size, vs. the text", index / 1e6, text / 1e6, "MB", { atMost: 0.7 });
}
