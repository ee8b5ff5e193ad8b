import { createServer } from "node:http";

import type { Server } from "#tests/support/built/processes.ts";
import type { Person } from "#tests/support/built/product.ts";

import { SEARCHED, toolRows } from "./generated-texts.ts";

/** A site with a single feed that can be replaced. */
export interface Newsstand {
  /** Variables for a server that can reach it. */
  environment: Record<string, string>;
  /** Serves a document from now on. Returns a new address for it. */
  publish(document: string): string;
  close(): void;
}

export async function openNewsstand(): Promise<Newsstand> {
  let document = feedOf([]);
  let editions = 0;
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "application/rss+xml" }).end(document);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    environment: { OUTBOUND_ALLOW: host },
    publish(given) {
      document = given;
      return `http://${host}/feed-${(editions += 1)}.xml`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const feedOf = (items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link><description/>${items.join("")}</channel></rss>`;

const DAY_MS = 86_400_000;

/** A feed of `entries` about the tools of `toolRows`, about a kilobyte each. */
export const feedAbout = (entries: number, edition: number): string =>
  feedOf(
    Array.from({ length: entries }, (_, index) => {
      // One edition a day.
      const published = new Date(Date.now() - edition * DAY_MS - index * 60_000).toUTCString();
      const text = `Tool ${index} has a new version, number ${edition}, which reads and writes faster than the last. `;
      return (
        `<item><title>Tool ${index} in edition ${edition}, story ${index * 7919}</title>` +
        `<link>https://news.example/${edition}/${index}</link><guid>${edition}-${index}</guid>` +
        `<description>${text.repeat(9)}</description><pubDate>${published}</pubDate></item>`
      );
    }),
  );

/**
 * Makes a document a server's only feed, at a new address: a feed fetched within the hour is not fetched again.
 */
export async function setOnlyFeed(admin: Person, stand: Newsstand, document: string): Promise<void> {
  for (const { id } of feedsOf(await admin.call("GET", "/trpc/feeds.list")))
    await admin.call("POST", "/trpc/feeds.remove", { id });
  await admin.call("POST", "/trpc/feeds.addMany", {
    feeds: [{ title: "News", url: stand.publish(document) }],
  });
}

/** Starts a news update and waits for its end. Returns the number of new articles. */
export async function runNewsUpdate(admin: Person): Promise<number> {
  await admin.call("POST", "/trpc/jobs.start", { name: "news.fetch" });
  for (;;) {
    const run = lastRunOf(await admin.call("GET", "/trpc/jobs.overview"));
    if (run?.state !== "running") {
      if (run?.state !== "succeeded") throw new Error(`no news were fetched: ${run?.error ?? "no run"}`);
      await untilFound(admin);
      return run.counts["added"] ?? 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

interface Run {
  state: string;
  error: string | null;
  counts: Record<string, number>;
}

// The product's own reply, so a change of it shows at once.
/* oxlint-disable typescript/no-unsafe-type-assertion */
const feedsOf = (answer: unknown) => (answer as { result: { data: { id: string }[] } }).result.data;

const lastRunOf = (answer: unknown): Run | undefined =>
  (answer as { result: { data: { name: string; runs: Run[] }[] } }).result.data.find(
    ({ name }) => name === "news.fetch",
  )?.runs[0];

/** Waits until everything new is searchable, which is a part of the cost of new articles. */
async function untilFound(admin: Person): Promise<void> {
  for (;;) {
    const answer = await admin.call("GET", "/api/search?q=whale");
    const isComplete =
      typeof answer === "object" &&
      answer !== null &&
      "hints" in answer &&
      Array.isArray(answer.hints) &&
      answer.hints.length === 0;
    if (isComplete) return;
  }
}

const TOOLS = 1000;

interface Span {
  forMs: number;
  /** Called after every round with the number of rounds. */
  onRound?: (rounds: number) => void;
}

/** Repeats the requests of a busy team and a few bad sources. Returns the number of rounds. */
export async function mixedLoad(
  server: Server,
  admin: Person,
  stand: Newsstand,
  { forMs, onRound = () => {} }: Span,
): Promise<number> {
  await admin.call("POST", "/api/ai-tools/import", {
    rows: toolRows(TOOLS),
  });
  const end = performance.now() + forMs;
  let rounds = 0;
  while (performance.now() < end) {
    rounds += 1;
    await Promise.all([
      admin.status("GET", "/api/ai-tools/export/slides"),
      admin.status("GET", "/api/ai-tools/export/json"),
      admin.status("GET", "/api/news"),
      admin.status("GET", `/api/news?search=${SEARCHED.common}`),
      admin.status("GET", "/trpc/tools.list"),
    ]);
    await admin.status("POST", "/api/ai-tools", { name: `Round ${rounds}`, tags: [] });
    await admin.status("POST", "/api/readings/import", {
      rows: Array.from({ length: 500 }, (_, index) => ({
        title: `Book ${rounds} ${index}`,
        author: "Somebody",
      })),
    });
    for (const piece of ['"', "<b>", "<!--"]) {
      const url = stand.publish(`<rss><channel><item><title>${piece.repeat(2_000_000 / piece.length)}`);
      await admin.status("POST", "/trpc/feeds.add", { url });
    }
    await setOnlyFeed(admin, stand, feedAbout(TOOLS, rounds));
    await runNewsUpdate(admin);
    await listManyTimes(server, admin);
    onRound(rounds);
  }
  return rounds;
}

async function listManyTimes(server: Server, { cookie }: Person): Promise<void> {
  for (let time = 0; time < 20; time += 1) {
    const reply = await fetch(`${server.origin}/api/ai-tools`, { headers: { cookie } });
    await reply.arrayBuffer();
  }
}
