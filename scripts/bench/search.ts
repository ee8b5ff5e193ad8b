import Database from "better-sqlite3";

import type { BenchRun } from "./bench-run.ts";
import { type Load, sendLoad } from "./load.ts";
import { startServer } from "./processes.ts";
import { signIn, startProduct } from "./product.ts";
import { SEARCHED } from "./words.ts";

const QUICK = { count: 100, connections: 1, atMostMs: 2000 };
const SCANS = { count: 5, connections: 1, atMostMs: 10_000 };

/** Substring search of the largest archive of news against a scan, and the size of its index. */
export async function search(run: BenchRun): Promise<void> {
  const { report, rows } = run;
  const file = await run.archive("news", rows);
  const ours = await startProduct(file);
  const { cookie } = await signIn(ours, "reader");
  const bare = await startServer(["scripts/bench/bare-archive.ts", "news", file], { path: "/page" });
  const load = (text: string): Load => ({
    path: `/api/news?limit=50&search=${encodeURIComponent(text)}`,
    headers: { cookie },
  });
  const scan = (text: string): Load => ({ path: `/scan?q=${encodeURIComponent(text)}` });
  for (const [what, text, times] of [
    ["a rare word", SEARCHED.rare, 100],
    ["a part from the middle of a rare word", SEARCHED.infix, 10],
  ] as const) {
    await sendLoad(ours, load(text), { ...QUICK, count: 5 });
    const indexed = await sendLoad(ours, load(text), QUICK);
    const scanned = await sendLoad(bare, scan(text), SCANS);
    report.compare(
      `${what}, ${rows.toLocaleString("en-US")} articles: LIKE to search, p50`,
      scanned.p50Ms,
      indexed.p50Ms,
      "ms",
      {
        atLeast: times,
      },
    );
  }
  await Promise.all([ours.stop(), bare.stop()]);
  reportIndexSize(run, file);
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
