import { expect, test } from "vitest";

import { MAX_FEEDS } from "#shared/news/feeds.ts";

import { type KeptFeed, createFeedMemory } from "./feed-memory.ts";
import { readFeed } from "./feed-reader.ts";

const answer = (text: string): KeptFeed => ({
  feed: readFeed({
    bytes: Buffer.from(
      `<rss version="2.0"><channel><item><title>x</title><link>https://a.example/</link><description>${text}</description></item></channel></rss>`,
    ),
    url: "https://a.example/feed",
    now: new Date("2026-11-21T10:00:00.000Z"),
  }),
  print: "",
  askedAt: 0,
  etag: undefined,
  lastModified: undefined,
});

test("as many feeds as a team may have are remembered, and those of tools do not push them out", () => {
  const memory = createFeedMemory();
  const small = answer("A text");
  const urls = Array.from({ length: MAX_FEEDS }, (_, index) => `https://a.example/${index}`);
  for (const url of urls) memory.keep(url, small, true);
  for (let tool = 0; tool < 250; tool += 1) memory.keep(`https://tool.example/${tool}`, small, false);
  expect(urls.every((url) => memory.find(url) !== undefined)).toBe(true);
  expect(memory.find("https://tool.example/0")).toBeUndefined();
  expect(memory.find("https://tool.example/249")).toBeDefined();
});

test("large feeds push out those that were asked longest ago", () => {
  const memory = createFeedMemory(15_000);
  const large = answer("word ".repeat(1500));
  for (const url of ["a", "b", "a", "c"]) memory.keep(url, large, true);
  expect(["a", "b", "c"].map((url) => memory.find(url) !== undefined)).toEqual([true, false, true]);
});
