import { expect, test } from "vitest";

import { readOpml } from "#shared/news/opml.ts";

import { STARTER_FEEDS, writeOpml } from "./news-source.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");

test("reads its own output", async () => {
  const feeds = [...STARTER_FEEDS, { title: 'A & "B" <c>', url: "https://a.example/?x=1&y=2" }];
  expect(readOpml(await writeOpml(feeds, NOW))).toEqual({ feeds, unreadable: [] });
});

test("accepts an empty list", async () => {
  const opml = await writeOpml([], NOW);
  expect(opml).toMatch(/^<\?xml [^>]+>\s*<opml version="2.0">[\s\S]*<body\/>\s*<\/opml>\s*$/u);
  expect(readOpml(opml)).toEqual({ feeds: [], unreadable: [] });
});

test("has unique addresses for all bundled feeds", () => {
  expect(new Set(STARTER_FEEDS.map(({ url }) => url)).size).toBe(STARTER_FEEDS.length);
  expect(STARTER_FEEDS.every(({ url }) => url.startsWith("https://"))).toBe(true);
});
