/**
 * The limit for comparison: `node:http` and prepared statements that do the same work as the product's calls, on a copy
 * of its file. Usage: `bare.ts news|papers FILE [LIST]`. LIST is a file with the reply for `/list`.
 */
import { argon2, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

import Database from "better-sqlite3";

const [, , kind = "news", file = "", listFile] = process.argv;
const list = listFile === undefined ? Buffer.from("[]") : readFileSync(listFile);
const sqlite = new Database(file);
sqlite.pragma("journal_mode = WAL");
sqlite.pragma("synchronous = FULL");
sqlite.pragma("cache_size = -32000");
sqlite.exec(`
  create table if not exists bench_comments (id text primary key, readingId text, content text, userId text, createdAt text);
  create index if not exists bench_comments_by_reading on bench_comments (readingId, createdAt);
  create table if not exists bench_events (seq integer primary key, kind text, itemId text, userId text, createdAt text, detail text);
  create table if not exists bench_queue (kind text, itemId text, primary key (kind, itemId)) without rowid`);

const [table, trigrams, only, texts, totals] =
  kind === "news"
    ? ["news_articles", "story_trigrams", "leadPlace is null and", "title || content", "story_counts"]
    : ["research_papers", "paper_trigrams", "", "title || authors || abstract", "paper_counts"];
const prepare = (statement: string) => sqlite.prepare<unknown[], Record<string, unknown>>(statement);

const sid = prepare("select sid from session limit 1").get()?.["sid"];
const session = prepare("select * from session where sid = ?");
const user = prepare("select id, username, email, role, createdAt from users where id = ?");
const tools = prepare("select * from ai_tools order by dateUpdated desc, id desc");
const reading = prepare("select id from readings where id = ?");
const insertComment = prepare("insert into bench_comments values (?, ?, ?, ?, ?)");
const insertEvent = prepare(
  "insert into bench_events (kind, itemId, userId, createdAt, detail) values ('comment', ?, ?, ?, ?)",
);
const insertQueued = prepare("insert or ignore into bench_queue values ('comment', ?)");
const page = prepare(`select * from ${table} where ${only} place < ? order by place desc limit 50`);
const wholeList = prepare(`select * from ${table} order by place desc limit 1000`);
const trigramMatches = prepare(
  `select ${table}.* from (select rowid as found from ${trigrams} where ${trigrams} match ? order by rowid desc limit 50)
  join ${table} on place = found`,
);
const trigramCount = prepare(
  `select count(*) from (select 1 from ${trigrams} where ${trigrams} match ? limit 1001)`,
);
const scanMatches = prepare(
  `select * from ${table} where ${only} (${texts}) like ? order by place desc limit 50`,
);
const scanCount = prepare(
  `select count(*) from (select 1 from ${table} where ${only} (${texts}) like ? limit 1001)`,
);
const rankedMatches = prepare(
  `select news_articles.* from (select rowid as found from search_words where search_words match ? order by rowid desc limit 20)
  join search_docs on docId = found join news_articles on id = itemId`,
);
const rankedCount = prepare(
  "select count(*) from (select 1 from search_words where search_words match ? limit 1001)",
);
const counts = prepare(`select * from ${totals}`);

const readUser = () => user.get(session.get(sid)?.["userId"]);

const comment = sqlite.transaction((body: { readingId: string; content: string }) => {
  const userId = readUser()?.["id"];
  if (!reading.get(body.readingId)) throw new Error("there is no such reading");
  const [id, now] = [randomUUID(), new Date().toISOString()];
  insertComment.run(id, body.readingId, body.content, userId, now);
  insertEvent.run(id, userId, now, body.content.slice(0, 100));
  insertQueued.run(id);
  return { id, ...body, userId, createdAt: now };
});

/** Returns a query for all trigrams of a text. */
const trigramsOf = (words: string): string =>
  Array.from({ length: words.length - 2 }, (_, start) => `"${words.slice(start, start + 3)}"`).join(" AND ");

const parseLists = (row: Record<string, unknown>) => ({
  ...row,
  tags: JSON.parse(String(row["tags"])),
  releaseNotes: JSON.parse(String(row["releaseNotes"])),
});

/** Replies by path, from the parameter `q` and the body. */
const answers: Record<string, (q: string, body: string) => unknown> = {
  "/ready": () => ({ ok: true }),
  "/tools": () => tools.all().map(parseLists),
  "/user": readUser,
  "/comment": (_q, body) => comment(JSON.parse(body)),
  "/page": (before) => page.all(before === "" ? Number.MAX_SAFE_INTEGER : Number(before)),
  "/whole": () => wholeList.all(),
  // The product's first page also has the number of matches, up to 1,000.
  "/search": (q) => [trigramMatches.all(trigramsOf(q)), trigramCount.get(trigramsOf(q))],
  "/ranked": (q) => [rankedMatches.all(q), rankedCount.get(q)],
  "/scan": (q) => [scanMatches.all(`%${q}%`), scanCount.get(`%${q}%`)],
  "/counts": () => counts.all(),
};

async function reply(path: string, body: string): Promise<Buffer> {
  const { pathname, searchParams } = new URL(path, "http://127.0.0.1");
  if (pathname === "/argon2") {
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    argon2("argon2id", { ...cost, message: "secret-pass", nonce: randomBytes(16) }, () =>
      resolve(Buffer.from("{}")),
    );
    return promise;
  }
  return Buffer.from(JSON.stringify(answers[pathname]?.(searchParams.get("q") ?? "", body) ?? null));
}

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  if (path === "/304") {
    response.writeHead(304).end();
    return;
  }
  const send = (body: Buffer) => {
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", body.length);
    response.end(body);
  };
  // The whole list is sent without a promise, as the fastest server would.
  if (path === "/list") send(list);
  else if (request.method === "POST") void text(request).then(async (body) => send(await reply(path, body)));
  else void reply(path, "").then(send);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
});
