/**
 * Creates a database as if the product had collected for years: `make-archive.ts news|papers ROWS FILE [--ranked]`.
 * Inserts rows through the product's own tables and triggers. With `--ranked`, indexes all texts for search. Empties
 * the queues for indexing and name scanning at the end, so that a server on this file is idle.
 */
import { existsSync } from "node:fs";

import Database from "better-sqlite3";
import { sql } from "kysely";

import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { hasChanges, indexChanged } from "#server/kernel/search/search-index.queries.ts";
import { registerSlices } from "#server/kernel/slice.ts";
import { slices } from "#server/slices.ts";
import { registerAllSliceData } from "#server/workers/slice-data.ts";
import { Writer } from "#tests/support/generated-texts.ts";

const TOOLS = 400;
const ROWS_AT_ONCE = 50_000;
/** A statement can have 32,766 values, and a document has five. */
const DOCS_AT_ONCE = 5000;
const FIRST = Date.UTC(2024, 0, 1);
const LAST = Date.UTC(2026, 5, 1);
const PLACES_PER_MS = 2048;
const CATEGORIES = ["cs.AI", "cs.CL", "cs.CV", "cs.LG", "cs.RO", "stat.ML", "cs.IR", "cs.HC"];

const [, , kind = "", count = "", file = "", ranked = ""] = process.argv;
const rows = Number(count);
if (existsSync(file)) throw new Error(`${file} is there already`);
// The kernel indexes the texts that the slices declare.
registerSlices(slices);
registerAllSliceData();
const opened = openFile(file);
await migrateFile(opened, "bench");
await opened.close();

const sqlite = new Database(file);
for (const setting of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -400000"])
  sqlite.pragma(setting);
sqlite.pragma("temp_store = MEMORY");
sqlite.function("lower_case", { deterministic: true }, (text) => String(text).toLowerCase());

const write = new Writer(9);
const timeOf = (row: number) => FIRST + Math.floor(((LAST - FIRST) / rows) * row);
const idOf = (row: number) => `00000000-0000-4000-8000-${String(row).padStart(12, "0")}`;

function fillTools(): void {
  const now = new Date(FIRST).toISOString();
  const owner = idOf(0);
  sqlite
    .prepare(
      `insert into users (id, username, usernameFolded, password, createdAt, updatedAt)
      values (@owner, 'owner', 'owner', '', @now, @now)`,
    )
    .run({ owner, now });
  const insert = sqlite.prepare(
    "insert into ai_tools (id, name, company, dateUpdated, userId) values (@id, @name, @company, @now, @owner)",
  );
  for (let tool = 0; tool < TOOLS; tool += 1)
    insert.run({ id: idOf(tool), name: `Tool${tool}`, company: `Company ${tool % 97}`, now, owner });
}

function newsRow(row: number) {
  const time = timeOf(row);
  const tool = Math.floor(TOOLS ** (write.number(10_000) / 10_000)) - 1;
  const publishedAt = new Date(time).toISOString();
  const content = write.text(18);
  return {
    place: time * PLACES_PER_MS + (row % PLACES_PER_MS),
    id: idOf(row),
    seq: row + 1,
    title: write.title(8),
    content,
    excerpt: content.slice(0, 120),
    url: `https://news-${row % 12}.example/articles/${row}`,
    source: `Feed ${row % 12}`,
    publishedAt,
    toolId: idOf(tool),
    toolName: `Tool${tool}`,
    createdAt: publishedAt,
  };
}

const NEWS = `insert into news_articles
  (place, id, seq, title, content, excerpt, url, source, publishedAt, toolId, toolName, createdAt)
  values (@place, @id, @seq, @title, @content, @excerpt, @url, @source, @publishedAt, @toolId, @toolName, @createdAt)`;

function paperRow(row: number) {
  const time = timeOf(row);
  const publishedAt = new Date(time).toISOString();
  const arXivId = `${String(2400 + (row % 99))}.${String(row).padStart(6, "0")}`;
  return {
    place: time * PLACES_PER_MS + (row % PLACES_PER_MS),
    id: idOf(row),
    title: write.title(9),
    abstract: write.text(18),
    authors: `${write.title(2)}, ${write.title(2)}`,
    url: `https://arxiv.org/abs/${arXivId}`,
    pdfUrl: `https://arxiv.org/pdf/${arXivId}`,
    arXivId,
    categories: JSON.stringify(["cs.AI", CATEGORIES[1 + write.number(CATEGORIES.length - 1)]]),
    publishedAt,
    createdAt: publishedAt,
  };
}

const PAPERS = `insert into research_papers
  (place, id, title, abstract, authors, url, pdfUrl, arXivId, categories, publishedAt, createdAt)
  values (@place, @id, @title, @abstract, @authors, @url, @pdfUrl, @arXivId, @categories, @publishedAt, @createdAt)`;

const trigrams = kind === "papers" ? "paper_trigrams" : "story_trigrams";
/**
 * Sets how much of the index SQLite buffers in memory, in bytes. The default of 1 MB creates a thousand segments to
 * merge.
 */
const setBufferSize = (bytes: number) =>
  sqlite.exec(`insert into ${trigrams} (${trigrams}, rank) values ('hashsize', ${bytes})`);

fillTools();
setBufferSize(512 * 1024 * 1024);
const insert = sqlite.prepare(kind === "papers" ? PAPERS : NEWS);
const rowOf = kind === "papers" ? paperRow : newsRow;
for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
  sqlite.exec("begin");
  for (let row = start; row < Math.min(rows, start + ROWS_AT_ONCE); row += 1) insert.run(rowOf(row));
  sqlite.exec("commit");
}
setBufferSize(1024 * 1024);
if (ranked === "") sqlite.exec("delete from search_queue");
sqlite.exec(`insert into ${trigrams} (${trigrams}) values ('optimize')`);
sqlite.close();
// Opening the file like the product sets the journal mode that a server expects.
const filled = openFile(file);
if (ranked !== "") {
  while (await hasChanges(filled.db)) await indexChanged(filled.db, DOCS_AT_ONCE);
  await sql`insert into search_words (search_words) values ('optimize')`.execute(filled.db);
}
await filled.db.deleteFrom("link_queue").execute();
await filled.db.deleteFrom("settings").where("key", "in", ["searchBackfill", "linksBackfill"]).execute();
await filled.close();
