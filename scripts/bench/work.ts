import Database from "better-sqlite3";
import { parseFeed } from "feedsmith";

import { mergeFullTextStep } from "#db/sqlite/full-text.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { median, pause, percentile } from "#tests/support/built/load.ts";
import { cpuMs, type Server } from "#tests/support/built/processes.ts";
import { type Person, signIn, signInAdmin, startProduct } from "#tests/support/built/product.ts";
import { SEARCHED, toolRows, Writer } from "#tests/support/generated-texts.ts";
import {
  feedAbout,
  type Newsstand,
  setOnlyFeed,
  openNewsstand,
  runNewsUpdate,
} from "#tests/support/newsstand.ts";

import { type Bench, readDatabaseFile, waitUntilIdle } from "./archives.ts";
import { measureWork } from "./measure.ts";

const ITEMS = 1000;
const ARTICLES_OF_TOOL = 10_000;
const SEARCH_MS = 4000;

/** A server to measure while an administrator gives it work. */
interface BusyServer {
  ours: Server;
  headers: Record<string, string>;
  admin: Person;
  newsstand: Newsstand;
  file: string;
}

async function withBusyServer(file: string, run: (scene: BusyServer) => Promise<void>): Promise<void> {
  const newsstand = await openNewsstand();
  const ours = await startProduct(file, { environment: newsstand.environment, isWatched: true });
  const admin = await signInAdmin(ours, file);
  const { cookie } = await signIn(ours, "other");
  await run({ ours, headers: { cookie }, admin, newsstand, file });
  await ours.stop();
  newsstand.close();
}

/** Goals 8 and 16: how long one person's work delays everyone else. */
export async function holds(bench: Bench): Promise<void> {
  const { report, rows } = bench;
  await withBusyServer(await bench.archive("news", rows), async (scene) => {
    const { admin } = scene;
    for (const [what, path] of [
      ["search everything for the commonest word", `/api/search?q=${SEARCHED.common}`],
      ["search the news for the commonest word", `/api/news?limit=50&search=${SEARCHED.common}`],
      ["search the news for two letters", "/api/news?limit=50&search=zy"],
      ["search the news without a match", "/api/news?limit=50&search=kobatenmulzyx"],
      ["read whole lists (1,000 articles)", "/api/news"],
    ] as const)
      await measureWork(report, scene, `${what}, repeatedly`, async () => {
        const end = performance.now() + SEARCH_MS;
        while (performance.now() < end) await admin.call("GET", path);
      });
    await measureWork(report, scene, `mark ${rows.toLocaleString("en-US")} articles as read`, () =>
      admin.call("POST", "/trpc/news.markAllRead", {}),
    );
    await setOnlyFeed(admin, scene.newsstand, feedAbout(ITEMS, 1).replaceAll("Tool ", "Tool"));
    await measureWork(report, scene, `refresh a feed of ${ITEMS} new items`, () => runNewsUpdate(admin));
  });
  await holdsByDeleting(bench);
  await holdsByInputs(bench);
  await holdsByScanning(bench);
}

async function holdsByDeleting({ report, rows, archive }: Bench): Promise<void> {
  const file = await archive("news", rows / 10);
  const sqlite = new Database(file);
  const toolId = sqlite.prepare<[], string>("select id from ai_tools order by id limit 1").pluck().get();
  sqlite
    .prepare("update news_articles set toolId = ? where place in (select place from news_articles limit ?)")
    .run(toolId, ARTICLES_OF_TOOL);
  sqlite.close();
  const read = (statement: string) =>
    readDatabaseFile(file, (database) => database.prepare(statement).pluck().get());
  await withBusyServer(file, async (scene) => {
    const { call } = scene.admin;
    const untilMoved = async () => {
      while (read("select count(*) from deletions where stage <> 'done'") !== 0) await pause(50);
    };
    await waitUntilIdle(file);
    const what = `a tool with ${ARTICLES_OF_TOOL.toLocaleString("en-US")} articles`;
    await measureWork(report, scene, `delete ${what}`, () =>
      call("DELETE", `/api/ai-tools/${toolId}`).then(untilMoved),
    );
    const id = read("select id from deletions");
    await measureWork(report, scene, `restore ${what}`, () =>
      call("POST", "/trpc/deletions.restore", { id }).then(untilMoved),
    );
  });
}

/** The largest requests of each kind that the product accepts or rejects. */
async function holdsByInputs({ report, file }: Bench): Promise<void> {
  const rowsOf = (fields: (index: number) => object) =>
    Array.from({ length: 2000 }, (_, index) => fields(index));
  const columns = Array.from({ length: 60_000 }, (_, index) => `column ${index}`).join();
  await withBusyServer(file("inputs.db"), async (scene) => {
    const { admin } = scene;
    await admin.call("POST", "/api/ai-tools/import", { rows: toolRows(ITEMS) });
    await waitUntilIdle(scene.file);
    const inputs: Record<string, [path: string, body: object]> = {
      "import 2,000 readings of one name": [
        "/api/readings/import",
        { rows: rowsOf((index) => ({ title: "One", author: `A ${index}` })) },
      ],
      "import 2,000 tools of one name": [
        "/api/ai-tools/import",
        { rows: rowsOf((index) => ({ name: "One", company: `C ${index}` })) },
      ],
      "check a CSV file of 60,000 columns": [
        "/api/ai-tools/import",
        { format: "csv", content: `${columns}\nvalue`, dryRun: true },
      ],
      "send a tool with 400,000 tags": [
        "/api/ai-tools",
        { name: "Tagged", tags: Array.from({ length: 400_000 }, () => "") },
      ],
    };
    for (const [what, [path, body]] of Object.entries(inputs))
      await measureWork(report, scene, what, () => admin.status("POST", path, body));
    await measureWork(report, scene, "export slides of 1,000 tools", () =>
      admin.status("GET", "/api/ai-tools/export/slides"),
    );
  });
}

/** Measures the background scan of all texts that follows an upgrade or an import. */
async function holdsByScanning({ report, rows, archive }: Bench): Promise<void> {
  const articles = rows / 100;
  const file = await archive("news", articles);
  await withBusyServer(file, async (scene) => {
    const what = `scan ${articles.toLocaleString("en-US")} articles for names in the background`;
    let used = { seconds: 0, cpuMs: 0 };
    await measureWork(report, scene, what, async () => {
      const [start, cpu] = [performance.now(), cpuMs(scene.ours.pid)];
      const sqlite = new Database(file, { timeout: 5000 });
      sqlite.exec("insert or ignore into link_queue (kind, itemId) select 'article', id from news_articles");
      sqlite.close();
      await waitUntilIdle(file);
      used = { seconds: (performance.now() - start) / 1000, cpuMs: cpuMs(scene.ours.pid) - cpu };
    });
    report.value(`${what}: speed`, articles / used.seconds, "/s");
    report.value(`${what}: CPU of each`, (used.cpuMs * 1000) / articles, "µs");
  });
}

const INSERTS = 500;
const INSERTS_BETWEEN_MERGES = 50;

/** Goal 10: inserting an article with its indexes at the largest size, and refreshing a feed. */
export async function writes(bench: Bench): Promise<void> {
  await measureInserts(bench);
  const { report } = bench;
  const file = bench.file("refresh.db");
  const used = { fresh: [] as number[], same: [] as number[], limit: [] as number[] };
  await withBusyServer(file, async ({ ours, admin, newsstand }) => {
    await admin.call("POST", "/api/ai-tools/import", { rows: toolRows(ITEMS) });
    await waitUntilIdle(file);
    for (let edition = 1; edition <= 3; edition += 1) {
      for (const name of ["fresh", "same"] as const) {
        await setOnlyFeed(admin, newsstand, feedAbout(ITEMS, edition));
        const before = cpuMs(ours.pid);
        await runNewsUpdate(admin);
        used[name].push(cpuMs(ours.pid) - before);
      }
      used.limit.push(parseAndInsert(bench.file("limit.db"), feedAbout(ITEMS, edition)));
    }
  });
  const what = `refresh of a feed with ${ITEMS} items over ${ITEMS} tools: CPU`;
  report.compare(`${what}, vs. parsing and inserting`, median(used.fresh), median(used.limit), "ms", {
    atMost: 2,
  });
  report.compare(`${what}, unchanged vs. new`, median(used.same), median(used.fresh), "ms", { atMost: 0.4 });
}

async function measureInserts({ report, rows, archive }: Bench): Promise<void> {
  const file = await archive("news", rows);
  const merging = openFile(file);
  const sqlite = new Database(file);
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("cache_size = -32000");
  sqlite.exec("create table plain_articles as select * from news_articles limit 0");
  const write = new Writer(77);
  const last = Number(sqlite.prepare("select max(place) from news_articles").pluck().get());
  const tool = String(sqlite.prepare("select id from ai_tools limit 1").pluck().get());
  const times = { plain_articles: [] as number[], news_articles: [] as number[] };
  const cpu = { plain_articles: 0, news_articles: 0 };
  for (const table of ["plain_articles", "news_articles"] as const) {
    const insert = sqlite.prepare(`insert into ${table}
      (place, id, seq, title, content, excerpt, url, source, publishedAt, toolId, toolName, createdAt)
      values (@place, @id, @seq, @title, @content, @content, @url, 'Feed', @now, @tool, 'Tool0', @now)`);
    for (let number = 0; number < INSERTS; number += 1) {
      const row = {
        place: last + (number + 1) * 2_048_000,
        id: `10000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
        seq: rows + number + 1,
        title: write.title(9),
        content: write.text(120),
        url: `https://n.example/${number}`,
        now: new Date(Date.UTC(2026, 8, 1) + number * 1000).toISOString(),
        tool,
      };
      const [before, start] = [process.cpuUsage(), performance.now()];
      insert.run(row);
      times[table].push(performance.now() - start);
      const { user, system } = process.cpuUsage(before);
      cpu[table] += (user + system) / INSERTS;
      // A server merges the index between two batches of a refresh.
      if (table === "news_articles" && number % INSERTS_BETWEEN_MERGES === 0)
        await mergeFullTextStep(merging.db, "story_trigrams");
    }
  }
  sqlite.close();
  await merging.close();
  const what = `insert an article with its indexes at ${rows.toLocaleString("en-US")}`;
  report.value(`${what}: p99`, percentile(times.news_articles, 0.99), "ms", { atMost: 10 });
  report.value(`${what}: longest`, Math.max(...times.news_articles), "ms", { atMost: 100 });
  report.compare(`${what}: CPU, vs. a plain row`, cpu.news_articles, cpu.plain_articles, "µs", { atMost: 6 });
}

/** Returns the CPU time in milliseconds of parsing a feed and inserting its items with an index of trigrams. */
function parseAndInsert(file: string, document: string): number {
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.exec(`create table articles (id integer primary key, title text, content text, url text unique);
    create virtual table trigrams using fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram')`);
  const before = process.cpuUsage();
  const { feed } = parseFeed(document);
  const insert = sqlite.prepare("insert into articles (title, content, url) values (?, ?, ?)");
  const index = sqlite.prepare("insert into trigrams (rowid, text) values (?, ?)");
  sqlite.transaction(() => {
    for (const item of "items" in feed ? (feed.items ?? []) : []) {
      const [title, content, url] = ["title", "description", "link"].map((name) =>
        String(Reflect.get(item, name)),
      );
      index.run(insert.run(title, content, url).lastInsertRowid, `${title}\n${content}`);
    }
  })();
  const { user, system } = process.cpuUsage(before);
  sqlite.close();
  return (user + system) / 1000;
}
