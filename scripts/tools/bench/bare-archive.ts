/** The limit of lists and searches: `node:http` and one prepared statement, on the same file as the product. */
import { createServer } from "node:http";

import Database from "better-sqlite3";

const [, , kind = "", file = ""] = process.argv;
const sqlite = new Database(file, { readonly: true });
sqlite.pragma("cache_size = -32000");

const [table, trigrams, only, texts] =
  kind === "news"
    ? ["news_articles", "story_trigrams", "leadPlace is null and", "title || content"]
    : ["research_papers", "paper_trigrams", "", "title || authors || abstract"];
const page = sqlite.prepare(`select * from ${table} where ${only} place < ? order by place desc limit 50`);
const found = sqlite.prepare(
  `select ${table}.* from (
    select rowid as found from ${trigrams} where ${trigrams} match ? order by rowid desc limit 50
  ) join ${table} on place = found`,
);
const scanned = sqlite.prepare(
  `select * from ${table} where ${only} (${texts}) like ? order by place desc limit 50`,
);
const countFound = sqlite.prepare(
  `select count(*) from (select 1 from ${trigrams} where ${trigrams} match ? limit 1001)`,
);
const countScanned = sqlite.prepare(
  `select count(*) from (select 1 from ${table} where ${only} (${texts}) like ? limit 1001)`,
);
const foundRanked = sqlite.prepare(
  `select news_articles.* from (
    select rowid as found from search_words where search_words match ? order by rowid desc limit 20
  ) join search_docs on docId = found join news_articles on id = itemId`,
);
const countRanked = sqlite.prepare(
  "select count(*) from (select 1 from search_words where search_words match ? limit 1001)",
);
const counts = sqlite.prepare(kind === "news" ? "select * from story_counts" : "select * from paper_counts");

/** All three letters in a row of a text, as an index of them is asked. */
const trigramsOf = (text: string): string =>
  Array.from({ length: text.length - 2 }, (_, start) => `"${text.slice(start, start + 3)}"`).join(" AND ");

const answers: Record<string, (value: string) => unknown> = {
  "/page": (before) => page.all(before === "" ? Number.MAX_SAFE_INTEGER : Number(before)),
  // With how many there are, up to a thousand, as the product's first page tells.
  "/search": (text) => [found.all(trigramsOf(text)), countFound.get(trigramsOf(text))],
  "/words": (text) => [foundRanked.all(text), countRanked.get(text)],
  "/scan": (text) => [scanned.all(`%${text}%`), countScanned.get(`%${text}%`)],
  "/counts": () => counts.all(),
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = Buffer.from(JSON.stringify(answers[pathname]?.(searchParams.get("q") ?? "") ?? []));
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", body.length);
  response.end(body);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : 0}\n`);
});
