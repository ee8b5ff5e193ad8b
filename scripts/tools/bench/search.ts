import Database from "better-sqlite3";

import { startServer } from "#tests/support/built/processes.ts";
import { signIn, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { type Load, sendLoad } from "./load.ts";
import { SEARCHED } from "./words.ts";

const QUICK = { count: 100, connections: 1, atMostMs: 2000 };
const SCANS = { count: 5, connections: 1, atMostMs: 10_000 };

/** Both searches of the largest archive of news against a scan and the raw index, and the size of that for substrings. */
export async function search(run: BenchRun): Promise<void> {
  const file = await run.archive("news", run.rows);
  await substrings(run, file);
  await ranked(run, file);
  reportIndexSize(run, file);
}

async function substrings({ report, rows }: BenchRun, file: string): Promise<void> {
  const ours = await startProduct(file);
  const { cookie } = await signIn(ours, "reader");
  const bare = await startServer(["scripts/tools/bench/bare-archive.ts", "news", file], { path: "/page" });
  const load = (text: string): Load => ({
    path: `/api/news?limit=50&search=${encodeURIComponent(text)}`,
    headers: { cookie },
  });
  const scan = (text: string): Load => ({ path: `/scan?q=${encodeURIComponent(text)}` });
  for (const [what, text] of [
    ["a rare word", SEARCHED.rare],
    ["a part from the middle of a rare word", SEARCHED.infix],
  ] as const) {
    await sendLoad(ours, load(text), { ...QUICK, count: 5 });
    const indexed = await sendLoad(ours, load(text), QUICK);
    const scanned = await sendLoad(bare, scan(text), SCANS);
    report.compare(
      `any part of a word, ${what}, ${rows.toLocaleString("en-US")} articles: LIKE to search, p50`,
      scanned.p50Ms,
      indexed.p50Ms,
      "ms",
      { atLeast: 10 },
    );
  }
  await Promise.all([ours.stop(), bare.stop()]);
}

/** The search over everything, whose words the raw index gives newest first. */
async function ranked({ report, rows }: BenchRun, file: string): Promise<void> {
  const ours = await startProduct(file, { isWatched: true });
  const { cookie } = await signIn(ours, "reader");
  const bare = await startServer(["scripts/tools/bench/bare-archive.ts", "news", file], { path: "/page" });
  const amount = `${rows.toLocaleString("en-US")} articles`;
  for (const [what, words] of [
    ["a rare word", SEARCHED.rare],
    ["a word in every fourth article", SEARCHED.common],
    ["both", `${SEARCHED.common} ${SEARCHED.rare}`],
  ] as const) {
    const text = encodeURIComponent(words);
    const load: Load = { path: `/api/search?q=${text}`, headers: { cookie } };
    await sendLoad(ours, load, { ...QUICK, count: 5 });
    await ours.readHold();
    const found = await sendLoad(ours, load, QUICK);
    const { longestMs } = await ours.readHold();
    const raw = await sendLoad(bare, { path: `/words?q=${text}` }, QUICK);
    report.compare(
      `ranked search, ${what}, ${amount}, to the raw index newest first, p99`,
      found.p99Ms,
      raw.p99Ms,
      "ms",
      { atMost: 3 },
    );
    report.value("longest hold meanwhile", longestMs, "ms", { atMost: 50 });
    if (words !== SEARCHED.rare) continue;
    const scanned = await sendLoad(bare, { path: `/scan?q=${text}` }, SCANS);
    report.compare(`ranked search, ${what}: LIKE to search, p50`, scanned.p50Ms, found.p50Ms, "ms", {
      atLeast: 100,
    });
  }
  const two = encodeURIComponent(`${SEARCHED.common} ${SEARCHED.alsoCommon}`);
  const { cpuMicroseconds } = await sendLoad(
    ours,
    { path: `/api/search?q=${two}`, headers: { cookie } },
    QUICK,
  );
  report.value(`ranked search, two common words, ${amount}: processor`, cpuMicroseconds / 1000, "ms", {
    atMost: 20,
  });
  await Promise.all([ours.stop(), bare.stop()]);
}

function reportIndexSize({ report }: BenchRun, file: string): void {
  const sqlite = new Database(file, { readonly: true });
  const read = (sql: string) => Number(sqlite.prepare(sql).pluck().get());
  const index = read(
    "select sum(pgsize) from dbstat where name in ('story_trigrams_data', 'story_trigrams_idx', 'story_trigrams_docsize')",
  );
  const text = read(
    "select sum(octet_length(title) + octet_length(coalesce(content, ''))) from news_articles",
  );
  sqlite.close();
  report.compare("size of the index for substrings, to the text", index / 1e6, text / 1e6, "MB", {
    atMost: 0.7,
  });
}
