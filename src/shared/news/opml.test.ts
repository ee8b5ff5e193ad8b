import { expect, test } from "vitest";

import { readOpml } from "./opml.ts";

const opml = (body: string): string =>
  `<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>${body}</body></opml>`;
const A = { title: "A", url: "https://a.example/feed" };

test("ignores folders, and preserves the order of feeds", () => {
  const folders =
    '<outline text="AI"><outline text="A" xmlUrl="https://a.example/feed"/><outline text="More"><outline title="B" text="b" xmlUrl="https://b.example/feed"/></outline></outline><outline text="A folder"/>';
  expect(readOpml(opml(folders))).toEqual({
    feeds: [A, { title: "B", url: "https://b.example/feed" }],
    unreadable: [],
  });
});

test.each([
  ["version 1 with addresses by another name", '<outline type="rss" text="A" url="https://a.example/feed"/>'],
  ["names in other cases", "<OUTLINE TEXT='A' XMLURL='https://a.example/feed'></OUTLINE>"],
  [
    "bare ampersands in other attributes",
    '<outline description="a & b < c" text="A" xmlUrl="https://a.example/feed">',
  ],
  ["attributes without quotes", "<outline text=A xmlUrl=https://a.example/feed>"],
  ["names with a prefix", '<o:outline o:text="x" text="A" xmlUrl="https://a.example/feed"/></o:outline>'],
  [
    "comments",
    '<!-- <outline text="old" xmlUrl="https://old.example/"/> --><outline text="A" xmlUrl="https://a.example/feed"/>',
  ],
  [
    "an end that is missing",
    '<outline text="A" xmlUrl="https://a.example/feed"/><outline text="B" xmlUrl="https://b.exa',
  ],
])("reads %s", (_, body) => {
  expect(readOpml(opml(body))?.feeds).toEqual([A]);
});

test("reads characters written by number or name", () => {
  const title = "R&amp;D &#233;&#xE9;&eacute;&Eacute;&szlig; &ldquo;&#147;&hellip; &lt;b&gt; &unknown;";
  expect(readOpml(opml(`<outline text="${title}" xmlUrl="https://a.example/?x=1&amp;y=2"/>`))?.feeds).toEqual(
    [{ title: "R&D éééÉß ““… <b> &unknown;", url: "https://a.example/?x=1&y=2" }],
  );
});

test("never expands custom entities", () => {
  const bomb = `<!DOCTYPE o [<!ENTITY e SYSTEM "file:///etc/passwd">]>${opml('<outline text="&e;" xmlUrl="https://a.example/"/>')}`;
  expect(readOpml(bomb)?.feeds).toEqual([{ title: "&e;", url: "https://a.example/" }]);
});

test.each(["", "<html></html>", "plain words"])("rejects %j as OPML", (text) => {
  expect(readOpml(text)).toBeNull();
});

test.each([
  ["quotes that never end", '<opml><outline text="'.repeat(100_000)],
  ["quotes that begin everywhere", `<opml><outline text="${'" '.repeat(500_000)}`],
  ["spaces behind quotes", `<opml><outline text="${`"${" ".repeat(900)}`.repeat(1000)}`],
  ["endless folders", opml('<outline text="x">'.repeat(300_000))],
  ["comments that never end", `<opml>${"<!--".repeat(300_000)}`],
])("handles %s in time", (_, text) => {
  expect(readOpml(text)?.feeds).toEqual([]);
});

test.each([
  ['text="A" description="Tells of <em>"Quoted"</em> weekly" xmlUrl="https://a.example/feed"'],
  ['text="A" description="a" b" xmlUrl="https://a.example/feed"'],
  ['text="A" title="A" note=""Best" of all" xmlUrl="https://a.example/feed" type="rss"'],
  ['xmlUrl="https://a.example/feed" text="A" htmlUrl="https://a.example" description="ends in "quotes""'],
  ["text='A' description='It's Ada's' xmlUrl='https://a.example/feed'"],
])("treats unescaped quotation marks as part of the value: %s", (attributes) => {
  expect(readOpml(opml(`<outline ${attributes}/>`))).toEqual({ feeds: [A], unreadable: [] });
});

test("reports an unreadable entry, and reads the others", () => {
  const list = readOpml(
    opml(`<outline text="A" xmlUrl="https://a.example/feed"/><outline text="B xmlUrl="https://b.example/feed"/>
<outline text="C" xmlUrl="https://c.exa`),
  );
  expect(list?.feeds).toEqual([A]);
  expect(list?.unreadable).toEqual([
    '<outline text="B xmlUrl="https://b.example/feed"/>',
    '<outline text="C" xmlUrl="https://c.exa</body></opml>',
  ]);
});
