import { type ClientRequest, request } from "node:http";

import Database from "better-sqlite3";

import type { Server } from "#tests/support/built/processes.ts";
import { type Person, settled, signIn, signInAdmin, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { percentile } from "./load.ts";
import { feedAbout, type Newsstand, openNewsstand, refresh, offer } from "./newsstand.ts";
import { toolRows } from "./tools.ts";
import { watchOthers } from "./watch-others.ts";

const TOOLS = 1000;
/** Just below what a feed may have. */
const FEED_BYTES = 4_900_000;
const IDLE_MS = 2000;
/** Then a work that does not end is given up, and what it held by then is the result. */
const LONGEST_MS = 20_000;

/** One input that once held everybody up. */
interface Input {
  what: string;
  /** What it once held, in milliseconds. */
  before: number;
  send(): Promise<unknown>;
}

/** The longest hold of the event loop by inputs within the limits of size that once held it for seconds. */
export async function holds(run: BenchRun): Promise<void> {
  await measureHostile(run);
  await measureMarkingRead(run);
  await measureDeleting(run);
}

async function measureHostile(run: BenchRun): Promise<void> {
  const file = run.file("holds.db");
  const stand = await openNewsstand();
  const ours = await startProduct(file, { environment: stand.environment, isWatched: true });
  const admin = await signInAdmin(ours, file);
  const other = await signIn(ours, "other");
  await admin.call("POST", "/api/ai-tools/import", {
    rows: toolRows(TOOLS),
  });
  await settled();
  const idle = percentile(await watchOthers(ours, other, () => pause(IDLE_MS)), 0.99);
  for (const input of hostileInputs(ours, admin, stand)) await measure(run, { ours, other, idle }, input);
  await ours.stop();
  stand.close();
}

async function measureMarkingRead(run: BenchRun): Promise<void> {
  const file = await run.copyOfArchive("news", run.rows / 10);
  const ours = await startProduct(file, { isWatched: true });
  const reader = await signIn(ours, "reader");
  const other = await signIn(ours, "other");
  const idle = percentile(await watchOthers(ours, other, () => pause(IDLE_MS)), 0.99);
  await measure(
    run,
    { ours, other, idle },
    {
      what: `mark ${(run.rows / 10).toLocaleString("en-US")} articles as read`,
      before: 260,
      send: () => reader.call("POST", "/trpc/news.markAllRead", {}),
    },
  );
  await ours.stop();
}

const MANY_ARTICLES = 10_000;

/** Gives one tool many of the articles of an archive; returns its id. */
function gatherArticles(file: string): string {
  const sqlite = new Database(file);
  const toolId = sqlite.prepare<[], string>("select id from ai_tools order by id limit 1").pluck().get();
  if (toolId === undefined) throw new Error("there is no tool");
  sqlite
    .prepare("update news_articles set toolId = ? where place in (select place from news_articles limit ?)")
    .run(toolId, MANY_ARTICLES);
  sqlite.close();
  return toolId;
}

async function measureDeleting(run: BenchRun): Promise<void> {
  const file = await run.copyOfArchive("news", run.rows / 10);
  const toolId = gatherArticles(file);
  const ours = await startProduct(file, { isWatched: true });
  const admin = await signInAdmin(ours, file);
  const other = await signIn(ours, "other");
  await settled();
  const idle = percentile(await watchOthers(ours, other, () => pause(IDLE_MS)), 0.99);
  const sqlite = new Database(file, { readonly: true });
  const unfinished = sqlite
    .prepare<[], number>("select count(*) from deletions where stage <> 'done'")
    .pluck();
  const last = sqlite.prepare<[], string>("select id from deletions").pluck();
  const untilMoved = async () => {
    while (unfinished.get() !== 0) await pause(50);
  };
  const count = MANY_ARTICLES.toLocaleString("en-US");
  const inputs: Input[] = [
    {
      what: `delete a tool with ${count} articles`,
      before: 923,
      send: () => admin.call("DELETE", `/api/ai-tools/${toolId}`).then(untilMoved),
    },
    {
      what: `restore a tool with ${count} articles`,
      before: 406,
      send: () => admin.call("POST", "/trpc/deletions.restore", { id: last.get() }).then(untilMoved),
    },
  ];
  for (const input of inputs) await measure(run, { ours, other, idle }, input);
  sqlite.close();
  await ours.stop();
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function measure(
  { report }: BenchRun,
  { ours, other, idle }: { ours: Server; other: Person; idle: number },
  { what, before, send }: Input,
): Promise<void> {
  await ours.readHold();
  const start = performance.now();
  const times = await watchOthers(ours, other, () => Promise.race([send(), pause(LONGEST_MS)]));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  report.value(
    `${what} (${seconds} s in all; once ${before.toLocaleString("en-US")} ms)`,
    (await ours.readHold()).longestMs,
    "ms",
    { atMost: 50 },
  );
  report.compare("GET /api/user meanwhile, p99 to idle", percentile(times, 0.99), idle, "ms", { atMost: 5 });
}

/** The inputs of the table in the issue, each within the limits of what the product takes. */
function hostileInputs(ours: Server, admin: Person, stand: Newsstand): Input[] {
  // Refusing it is a good answer too.
  const feed = (document: string) => () =>
    admin.status("POST", "/trpc/feeds.add", { url: stand.publish(document) });
  const rows = (fields: (index: number) => Record<string, string>) =>
    Array.from({ length: 2000 }, (_, index) => fields(index));
  const thrice =
    (path: string, fields: (call: number, index: number) => Record<string, string>) => async () => {
      for (let call = 0; call < 3; call += 1)
        await admin.status("POST", path, { rows: rows((index) => fields(call, index)) });
    };
  return [
    { what: "a feed of 4.9 MB of quotes", before: 33_000, send: feed(filled('"')) },
    { what: "a feed of 4.9 MB of unclosed tags", before: 23_000, send: feed(filled("<b>")) },
    { what: "a feed of 4.9 MB of <!--", before: 7000, send: feed(filled("<!--")) },
    { what: "a feed of 300,000 different elements", before: 5000, send: feed(elements(300_000)) },
    {
      what: "three imports of 2,000 readings of one name",
      before: 12_800,
      send: thrice("/api/readings/import", (call, index) => ({
        title: "One name",
        author: `Author ${call} ${index}`,
      })),
    },
    {
      what: "three imports of 2,000 tools of one name",
      before: 6500,
      send: thrice("/api/ai-tools/import", (call, index) => ({
        name: "One name",
        company: `Company ${call} ${index}`,
      })),
    },
    {
      what: "a CSV header of 60,000 columns, dry run",
      before: 5600,
      send: () =>
        admin.status("POST", "/api/ai-tools/import", {
          format: "csv",
          content: `${Array.from({ length: 60_000 }, (_, index) => `column ${index}`).join()}\nvalue`,
          dryRun: true,
        }),
    },
    {
      what: "five BibTeX entries of 29 KB",
      before: 2400,
      send: () => admin.status("POST", "/trpc/imports.bibtexRows", { content: bibtex() }),
    },
    {
      what: "a tool sent with 400,000 tags",
      before: 1900,
      send: () =>
        admin.status("POST", "/api/ai-tools", {
          name: "Tagged",
          tags: Array.from({ length: 400_000 }, () => ""),
        }),
    },
    {
      what: "500 subscriptions of one person to the jobs",
      before: 2100,
      send: () => subscribeToJobs(ours, admin, 500),
    },
    {
      what: "slides of 1,000 tools",
      before: 1100,
      send: () => admin.status("GET", "/api/ai-tools/export/slides"),
    },
    {
      what: "a refresh of a feed of 1,000 new items over 1,000 tools",
      before: 800,
      send: async () => {
        await offer(admin, stand, feedAbout(TOOLS, 1));
        await refresh(admin);
      },
    },
    {
      what: "the same feed unchanged again",
      before: 800,
      send: async () => {
        await offer(admin, stand, feedAbout(TOOLS, 1));
        await refresh(admin);
      },
    },
  ];
}

const filled = (piece: string): string =>
  `<rss version="2.0"><channel><title>News</title><item><title>${piece.repeat(FEED_BYTES / piece.length)}`;

const elements = (count: number): string =>
  `<rss version="2.0"><channel><title>News</title>${Array.from({ length: count }, (_, index) => `<e${index}/>`).join("")}</channel></rss>`;

/** Texts that are hard to read as TeX, as converters leave them. */
function bibtex(): string {
  const texts = ["{", "$", "$x^2_3$ ", "{\\em b} ", "\\emph{"].map((piece) =>
    piece.repeat(29_000 / piece.length),
  );
  return texts
    .map((text, index) => `@misc{k${index}, title = {\\'a ${index}}, note = {\\'e ${text}}}`)
    .join("\n");
}

/** Watches the jobs many times over, has one run, and hangs up. */
async function subscribeToJobs(ours: Server, { cookie, call }: Person, count: number): Promise<void> {
  const watching = await Promise.all(
    Array.from({ length: count }, () => watchJobs(`${ours.origin}/trpc/jobs.watch`, cookie)),
  );
  await call("POST", "/trpc/jobs.start", { name: "cleanup" });
  await pause(2000);
  for (const one of watching) one.destroy();
}

/** Settles when the server has begun to answer, or has hung up, which is an answer too. */
async function watchJobs(address: string, cookie: string): Promise<ClientRequest> {
  const asking = request(address, { headers: { cookie, accept: "text/event-stream" }, agent: false });
  const { promise, resolve } = Promise.withResolvers<void>();
  asking.on("error", () => resolve());
  asking.on("response", (response) => {
    response.on("error", () => {});
    response.resume();
    resolve();
  });
  asking.end();
  await promise;
  return asking;
}
