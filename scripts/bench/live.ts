import { EventSource } from "eventsource";

import type { LiveMessage } from "#shared/kernel/ledger.ts";
import { percentile } from "#tests/support/built/load.ts";
import { idOf, signIn, startProduct } from "#tests/support/built/product.ts";

import type { Bench } from "./archives.ts";

const READERS = 10;
const STREAMS = 50;
const COMMENTS = 100;

/** Measures the time from sending a comment until 50 open streams and the bell of the mentioned person show it. */
export async function live({ report, file }: Bench): Promise<void> {
  const server = await startProduct(file("live.db"));
  const writer = await signIn(server, "writer");
  const readingId = idOf(
    await writer.call("POST", "/api/readings", { title: "Emma", author: "Jane Austen" }),
  );
  const readers: Reader[] = [];
  for (let number = 0; number < READERS; number += 1) {
    const username = `reader${number}`;
    const { cookie } = await signIn(server, username);
    for (let tab = 0; tab < STREAMS / READERS; tab += 1)
      readers.push(await openStream(server.origin, username, cookie));
  }
  const shownAfterMs: number[] = [];
  const countedAfterMs: number[] = [];
  for (let number = 0; number < COMMENTS; number += 1) {
    const mentionedReader = readers[(number % READERS) * (STREAMS / READERS)];
    const start = performance.now();
    const since = () => performance.now() - start;
    const changesSeen = readers.map(async ({ next }) => {
      await next(({ changes }) => changes.some(({ verb }) => verb === "commented"));
      shownAfterMs.push(since());
    });
    const open = 1 + Math.floor(number / READERS);
    const bellCounted = mentionedReader
      ?.next(({ inboxOpen }) => inboxOpen === open)
      .then(() => countedAfterMs.push(since()));
    const content = `What do you think, @${mentionedReader?.username ?? ""}?`;
    await writer.call("POST", `/api/readings/${readingId}/comments`, { content });
    await Promise.all([...changesSeen, bellCounted]);
  }
  for (const { close } of readers) close();
  await server.stop();
  const goal = { atMost: 1000 };
  report.value(`a comment until ${STREAMS} other pages show it: p50`, percentile(shownAfterMs, 0.5), "ms");
  report.value("the same: p99", percentile(shownAfterMs, 0.99), "ms", goal);
  report.value(
    "until the bell of the mentioned person counts it: p99",
    percentile(countedAfterMs, 0.99),
    "ms",
    goal,
  );
}

interface Reader {
  username: string;
  /** Resolves with the next message that satisfies the condition. */
  next(fits: (message: LiveMessage) => boolean): Promise<void>;
  close(): void;
}

/** Opens a live stream and waits for its first message. */
async function openStream(origin: string, username: string, cookie: string): Promise<Reader> {
  const waiting = new Set<(message: LiveMessage) => void>();
  const source = new EventSource(`${origin}/trpc/events.watch?input=%7B%7D`, {
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, cookie } }),
  });
  source.addEventListener("message", ({ data }) => waiting.forEach((check) => check(JSON.parse(data))));
  const next: Reader["next"] = (fits) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (message: LiveMessage) => {
      if (!fits(message)) return;
      waiting.delete(check);
      resolve();
    };
    waiting.add(check);
    return promise;
  };
  await next(() => true);
  return { username, next, close: () => source.close() };
}
