import { expect, test } from "vitest";

import { readOpml, writeOpml } from "./opml.ts";
import { STARTER_FEEDS } from "./starter-feeds.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const opml = (body: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>${body}</body></opml>`,
  );

test("what was written is read again", () => {
  const feeds = [...STARTER_FEEDS, { title: 'A & "B" <c>', url: "https://a.example/?x=1&y=2" }];
  expect(readOpml(Buffer.from(writeOpml(feeds, NOW)))).toEqual({ feeds, rejected: [] });
});

test("folders do not matter, and each feed is taken once", () => {
  const { feeds, rejected } = readOpml(
    opml(
      '<outline text="AI"><outline text="A" xmlUrl="https://a.example/feed"/><outline text="More"><outline xmlUrl="https://b.example/feed"/></outline></outline><outline text="A again" xmlUrl="https://a.example/feed"/><outline text="Bad" xmlUrl="javascript:alert(1)"/>',
    ),
  );
  expect(feeds).toEqual([
    { title: "A", url: "https://a.example/feed" },
    { title: "b.example", url: "https://b.example/feed" },
  ]);
  expect(rejected).toEqual([{ what: "Bad", reason: "its address is no web address" }]);
});

test.each([
  [
    "entities",
    Buffer.from(
      '<!DOCTYPE o [<!ENTITY e SYSTEM "file:///etc/passwd">]><opml version="2.0"><body><outline text="&e;"/></body></opml>',
    ),
  ],
  ["endless folders", opml('<outline text="x">'.repeat(5000))],
  ["a page", Buffer.from("<html></html>")],
  ["nothing", Buffer.from("")],
])("%s is refused", (_, bytes) => {
  expect(() => readOpml(bytes)).toThrow(expect.objectContaining({ name: "SourceFault" }));
});

test("every bundled feed has an address of its own", () => {
  expect(new Set(STARTER_FEEDS.map(({ url }) => url)).size).toBe(STARTER_FEEDS.length);
  expect(STARTER_FEEDS.every(({ url }) => url.startsWith("https://"))).toBe(true);
});
