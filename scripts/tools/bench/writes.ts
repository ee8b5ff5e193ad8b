import Database from "better-sqlite3";
import { parseFeed } from "feedsmith";

import { mergeFullTextStep } from "#db/sqlite/full-text.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { cpuMs } from "#tests/support/built/processes.ts";
import { signInAdmin, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { median, percentile } from "./load.ts";
import { feedAbout, openNewsstand, refresh, offer } from "./newsstand.ts";
import { toolRows } from "./tools.ts";
import { Writer } from "./words.ts";

const INSERTS = 500;
/** The server merges when nobody waits: between two portions of a refresh, say. */
const INSERTS_BETWEEN_MERGES = 50;
const ITEMS = 1000;
const REFRESHES = 3;

/** Storing articles: with all its indexes at the largest size, and a whole refresh of a feed. */
export async function writes(run: BenchRun): Promise<void> {
  await measureInserts(run);
  await measureRefresh(run);
}

async function measureInserts(run: BenchRun): Promise<void> {
  const file = await run.copyOfArchive("news", run.rows);
  const merging = openFile(file);
  const sqlite = new Database(file);
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("cache_size = -32000");
  sqlite.exec("create table plain_articles as select * from news_articles limit 0");
  const write = new Writer(77);
  const last = Number(sqlite.prepare("select max(place) from news_articles").pluck().get());
  const tool = String(sqlite.prepare("select id from ai_tools limit 1").pluck().get());
  const columns =
    "(place, id, seq, title, content, excerpt, url, source, publishedAt, toolId, toolName, createdAt)";
  const values = "values (?, ?, ?, ?, ?, ?, ?, 'Feed', ?, ?, 'Tool0', ?)";
  const rowOf = (number: number) => {
    const now = new Date(Date.UTC(2026, 8, 1) + number * 1000).toISOString();
    const content = write.text(120);
    const id = `10000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const place = last + (number + 1) * 2_048_000;
    return [
      place,
      id,
      run.rows + number + 1,
      write.title(9),
      content,
      content.slice(0, 200),
      `https://n.example/${number}`,
      now,
      tool,
      now,
    ];
  };
  const measured = { plain: [] as number[], indexed: [] as number[] };
  const used = { plain: 0, indexed: 0 };
  for (const [name, table] of [
    ["plain", "plain_articles"],
    ["indexed", "news_articles"],
  ] as const) {
    const insert = sqlite.prepare(`insert into ${table} ${columns} ${values}`);
    for (let number = 0; number < INSERTS; number += 1) {
      const row = rowOf(number);
      const before = process.cpuUsage();
      const start = performance.now();
      insert.run(...row);
      measured[name].push(performance.now() - start);
      const { user, system } = process.cpuUsage(before);
      used[name] += user + system;
      if (name === "indexed" && number % INSERTS_BETWEEN_MERGES === 0)
        await mergeFullTextStep(merging.db, "story_trigrams");
    }
  }
  sqlite.close();
  await merging.close();
  const { report, rows } = run;
  const at = `news insert with its indexes at ${rows.toLocaleString("en-US")} articles`;
  report.value(`${at}, p50`, median(measured.indexed), "ms");
  report.value(`${at}, p99`, percentile(measured.indexed, 0.99), "ms", { atMost: 10 });
  report.value(`${at}, longest`, Math.max(...measured.indexed), "ms", { atMost: 100 });
  report.compare(
    "the same: processor time, to a plain row",
    used.indexed / INSERTS,
    used.plain / INSERTS,
    "µs",
    { atMost: 6 },
  );
}

async function measureRefresh(run: BenchRun): Promise<void> {
  const databaseFile = run.file("refresh.db");
  const stand = await openNewsstand();
  const ours = await startProduct(databaseFile, { environment: stand.environment, isWatched: true });
  const admin = await signInAdmin(ours, databaseFile);
  await admin.call("POST", "/api/ai-tools/import", {
    rows: toolRows(ITEMS),
  });
  const used = { fresh: [] as number[], same: [] as number[], limit: [] as number[] };
  let hold = 0;
  for (let edition = 1; edition <= REFRESHES; edition += 1) {
    for (const name of ["fresh", "same"] as const) {
      await offer(admin, stand, feedAbout(ITEMS, edition));
      await ours.readHold();
      const before = cpuMs(ours.pid);
      const added = await refresh(admin);
      used[name].push(cpuMs(ours.pid) - before);
      hold = Math.max(hold, (await ours.readHold()).longestMs);
      if (name === "fresh" && added < ITEMS / 2) console.log(`  only ${added} of ${ITEMS} articles were new`);
    }
    used.limit.push(parseAndInsert(run, feedAbout(ITEMS, edition)));
  }
  await ours.stop();
  stand.close();
  const { report } = run;
  report.compare(
    `refresh of a feed with ${ITEMS} new items over ${ITEMS} tools, to parsing and inserting them`,
    median(used.fresh),
    median(used.limit),
    "ms",
    { atMost: 2 },
  );
  report.compare("the same feed unchanged, to its new items", median(used.same), median(used.fresh), "ms", {
    atMost: 0.4,
  });
  report.value("longest hold during both", hold, "ms", { atMost: 50 });
}

/** Processor time of parsing a feed and inserting its items with an index of trigrams, and nothing else. */
function parseAndInsert(run: BenchRun, document: string): number {
  const sqlite = new Database(run.file("limit.db"));
  sqlite.pragma("journal_mode = WAL");
  sqlite.exec(`create table articles (id integer primary key, title text, content text, url text unique);
    create virtual table trigrams using fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram')`);
  const before = process.cpuUsage();
  const { feed } = parseFeed(document);
  const items = "items" in feed ? (feed.items ?? []) : [];
  const insert = sqlite.prepare("insert into articles (title, content, url) values (?, ?, ?)");
  const index = sqlite.prepare("insert into trigrams (rowid, text) values (?, ?)");
  sqlite.transaction(() => {
    for (const item of items) {
      const [title, content, url] = ["title", "description", "link"].map((name) =>
        String(Reflect.get(item, name)),
      );
      const { lastInsertRowid } = insert.run(title, content, url);
      index.run(lastInsertRowid, `${title}\n${content}`);
    }
  })();
  const { user, system } = process.cpuUsage(before);
  sqlite.close();
  return (user + system) / 1000;
}
