/**
 * Measures the ranked search on the Cranfield collection: 1,400 abstracts, 225 questions, and their judged answers.
 * Uses the product's own query builder and tables.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Db } from "#db/database.ts";
import type { SearchDoc } from "#db/search/ranked-search.ts";
import { rankedSearch } from "#db/sqlite/full-text-search.ts";
import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { toRankedQuery } from "#server/kernel/search/search.queries.ts";
import { parseSearch } from "#shared/search/search.ts";

/** The first thousand of a ranking count, as usual. */
const DEPTH = 1000;

export interface SearchQuality {
  docs: number;
  questions: number;
  judgements: number;
  /** Mean average precision: the rank of all answers; 1 is perfect. */
  map: number;
  /** The same figure if every word is required, as in many searches. */
  mapAllWords: number;
}

interface Collection {
  docs: SearchDoc[];
  questions: { number: string; text: string }[];
  /** The docs that answer a question. */
  answers: Map<string, Set<string>>;
}

/** Measures the search on the files of a folder. */
export async function measureSearchQuality(collection: string): Promise<SearchQuality> {
  const { docs, questions, answers } = readCollection(collection);
  return withSearchIndex(docs, async (db) => {
    const mean = async (rank: (text: string) => Promise<string[]>) => {
      let sum = 0;
      for (const { number, text } of questions) {
        sum += averagePrecision(await rank(text), answers.get(number) ?? new Set());
      }
      return sum / questions.length;
    };
    return {
      docs: docs.length,
      questions: questions.length,
      judgements: [...answers.values()].reduce((sum, { size }) => sum + size, 0),
      map: await mean((text) => rankByProduct(db, text)),
      mapAllWords: await mean((text) => rankByAllWords(db, text)),
    };
  });
}

/** Runs work on a temporary database whose index contains these docs. */
export async function withSearchIndex<Result>(
  docs: readonly SearchDoc[],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "stackloop-search-"));
  const database = openFile(join(folder, "search.db"));
  try {
    await migrateFile(database, "bench");
    await database.db.transaction().execute((db) => rankedSearch.put(db, docs));
    return await work(database.db);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

async function rankByProduct(db: Db, text: string): Promise<string[]> {
  const prepared = await rankedSearch.prepare(db, toRankedQuery(parseSearch(text), "words", []));
  const docs = await rankedSearch.find(db, prepared, { kind: null, limit: DEPTH });
  return docs.map(({ itemId }) => itemId);
}

/** Converts each word to a phrase of one word, because phrases must match. */
async function rankByAllWords(db: Db, text: string): Promise<string[]> {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return rankByProduct(db, words.map((word) => `"${word}"`).join(" "));
}

function averagePrecision(ranking: readonly string[], answers: ReadonlySet<string>): number {
  let found = 0;
  let sum = 0;
  for (const [index, doc] of ranking.entries()) {
    if (!answers.has(doc)) continue;
    found += 1;
    sum += found / (index + 1);
  }
  return answers.size === 0 ? 0 : sum / answers.size;
}

export function readCollection(folder: string): Collection {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const field = (text: string, name: string) =>
    (new RegExp(`<${name}>([^]*?)</${name}>`, "u").exec(text)?.[1] ?? "").replaceAll(/\s+/gu, " ").trim();
  const docs = [...read("cran.all.1400.xml").matchAll(/<doc>([^]*?)<\/doc>/gu)].map(
    ([, text = ""]): SearchDoc => ({
      kind: "paper",
      itemId: field(text, "docno"),
      at: "2026-01-01T00:00:00.000Z",
      title: field(text, "title"),
      body: field(text, "text"),
      people: field(text, "author"),
      tags: [],
      addedBy: null,
      verdict: null,
    }),
  );
  // The judgements refer to questions by their position, not by their number.
  const questions = [...read("cran.qry.xml").matchAll(/<top>([^]*?)<\/top>/gu)].map(
    ([, text = ""], index) => ({
      number: String(index + 1),
      text: field(text, "title"),
    }),
  );
  const answers = new Map<string, Set<string>>();
  for (const line of read("cranqrel.trec.txt").split("\n")) {
    const [question = "", , doc = "", grade = ""] = line.trim().split(/\s+/u);
    if (Number(grade) > 0) answers.set(question, (answers.get(question) ?? new Set()).add(doc));
  }
  return { docs, questions, answers };
}
