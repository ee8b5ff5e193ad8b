import { expect, test } from "vitest";

import { FeedMemory, type CachedFeed } from "./feed-memory.ts";
import { readFeed } from "./feed-reader.ts";

const entryOf = (words: number, index: number): string =>
  `<item><title>x</title><link>https://a.example/${index}</link><description>${"word ".repeat(words)}</description></item>`;

/** A feed whose entries have texts of so many words each. */
const feedOf = (words: number, entries = 1): CachedFeed => ({
  feed: readFeed({
    bytes: Buffer.from(
      `<rss version="2.0"><channel>${Array.from({ length: entries }, (_, index) => entryOf(words, index)).join("")}</channel></rss>`,
    ),
    url: "https://a.example/feed",
    now: new Date("2026-11-21T10:00:00.000Z"),
  }),
  print: "",
  askedAt: 0,
  etag: null,
  lastModified: null,
});

test("feeds push out those that were used longest ago, by what they take together", () => {
  const memory = new FeedMemory(25_000);
  const large = feedOf(1500);
  for (const url of ["a", "b", "a", "c"]) memory.keep(url, large);
  expect(["a", "b", "c"].map((url) => memory.find(url) !== undefined)).toEqual([true, false, true]);
  memory.keep("d", feedOf(10));
  expect(["a", "c", "d"].map((url) => memory.find(url) !== undefined)).toEqual([true, true, true]);
});

test("a feed that is larger than all the room is not kept", () => {
  const memory = new FeedMemory(25_000);
  memory.keep("a", feedOf(10));
  memory.keep("b", feedOf(1500, 10));
  expect(["a", "b"].map((url) => memory.find(url))).toEqual([undefined, undefined]);
  memory.keep("a", feedOf(10));
  expect(memory.find("a")).toBeDefined();
});
