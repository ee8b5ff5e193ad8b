import { describe, expect, test } from "vitest";

import { SourceError } from "#server/outside/http/source-error.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

import { readFeed } from "./feed-reader.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const read = (document: string | Uint8Array) =>
  readFeed({ bytes: Buffer.from(document), url: "https://site.example/blog/feed.xml", now: NOW });
const channel = (inner: string): string =>
  `<rss version="2.0"><channel><title>News</title>${inner}</channel></rss>`;
const itemOf = (title: string, more = ""): string =>
  `<item><title>${title}</title><link>https://a.example/1</link>${more}</item>`;
const titles = (document: string | Uint8Array) => read(document).items.map(({ title }) => title);

describe("repairs broken XML", () => {
  test.each([
    ["a bare ampersand", channel(itemOf("Salt & pepper")), "Salt & pepper"],
    ["letters by name", channel(itemOf("Caf&eacute;&nbsp;noir &ndash; &hellip;")), "Café noir – …"],
    ["a name of no letter", channel(itemOf("AT&T; and &unknown;")), "AT&T; and &unknown;"],
    ["a less-than sign", channel(itemOf("1 < 2")), "1 < 2"],
    ["a less-than sign before a digit", channel(itemOf("I <3 feeds, p<0.05")), "I <3 feeds, p<0.05"],
    ["the same in CDATA", channel(itemOf("<![CDATA[I <3 feeds]]>")), "I <3 feeds"],
    ["a warning in front", `<br /><b>Warning</b>: mysql\n\n${channel(itemOf("x"))}`, "x"],
    ["empty lines in front", `\n\n <?xml version="1.0"?>${channel(itemOf("x"))}`, "x"],
    ["a mark in front, twice", `\uFEFF\uFEFF<?xml version="1.0"?>${channel(itemOf("x"))}`, "x"],
    ["control characters", channel(itemOf("a\u0000b\u000bc\u001f")), "abc"],
    ["upper case", channel(itemOf("x")).toUpperCase().replace("VERSION", "version"), "X"],
    ["ends in another case", channel(itemOf("x")).replace("</title><link>", "</TITLE><link>"), "x"],
    ["an end that was forgotten", channel("<item><title>x<link>https://a.example/1</link></item>"), "x"],
    ["an end too many", channel(`</div></item>${itemOf("x</b>")}`), "x"],
    ["unquoted attributes", channel(itemOf("x")).replace('"2.0"', "2.0"), "x"],
    [
      "HTML that is not escaped",
      channel(
        itemOf("x", "<description><p>One<br>two<img src=a.png><b>three</p></description><guid>7</guid>"),
      ),
      "x",
    ],
    ["text behind the end", `${channel(itemOf("x"))}<script>track()</script> & more`, "x"],
    ["a namespace nobody declared", channel(itemOf("x", "<foo:bar a:b='c'>y</foo:bar>")), "x"],
    ["UTF-8 that was encoded twice", channel(itemOf("CafÃ© â€“ dÃ©tour")), "Café – détour"],
  ])("%s", (_, document, title) => {
    expect(titles(document)).toEqual([title]);
  });

  test("treats unescaped HTML as the text of its element", () => {
    const inner =
      "<description><p>One<br>two <b>three</p></description><pubDate>Fri, 20 Nov 2026 08:00 GMT</pubDate>";
    expect(read(channel(itemOf("x", inner))).items[0]).toMatchObject({
      excerpt: "One two three",
      publishedAt: "2026-11-20T08:00:00.000Z",
    });
  });

  test("treats unclosed items as separate items", () => {
    const open = ["1", "2", "3"].map((n) => `<item><title>${n}</title><link>https://a.example/${n}</link>`);
    expect(titles(channel(open.join("")))).toEqual(["1", "2", "3"]);
  });

  test("preserves URL parameters that resemble entities", () => {
    const found = read(
      channel("<item><title>x</title><link>https://a.example/?a=1&copy=2&lt=3</link></item>"),
    );
    expect(found.items[0]?.url).toBe("https://a.example/?a=1&copy=2&lt=3");
  });

  test("uses the entries before the end of a truncated file", () => {
    const whole = rss(
      "News",
      ["one", "two", "three"].map((title) => ({ title, url: `https://a.example/${title}` })),
    );
    const last = whole.indexOf("https://a.example/three");
    for (const end of [last + 8, last + 20, whole.indexOf("</item>", last) + 3]) {
      const feed = read(whole.slice(0, end));
      expect(feed.items.map(({ title }) => title)).toEqual(["one", "two"]);
      expect(feed.reading.notes).toEqual([{ kind: "cut-off", count: 1 }]);
    }
    expect(read(whole).reading.notes).toEqual([]);
  });

  test.each([
    ["a comment", "<!-- "],
    ["CDATA", "<item><title><![CDATA["],
    ["an attribute", '<item><title a="'],
    ["a tag", "<item"],
  ])("drops only the text after an unclosed %s", (_, start) => {
    expect(titles(channel(`${itemOf("x")}${start}${itemOf("y")}`))).toEqual(["x"]);
  });
});

describe("bytes in an undeclared encoding", () => {
  const inEncoding = (title: number[]) =>
    Buffer.concat([
      Buffer.from(
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><item><link>https://a.example/1</link><title>',
      ),
      Buffer.from(title),
      Buffer.from("</title><description>Plain English words around it.</description></item></channel></rss>"),
    ]);
  const cyrillic = (text: string): number[] =>
    Array.from(text, (letter) => (letter === " " ? 0x20 : letter.charCodeAt(0) - 0x350));

  test.each([
    ["windows-1251", "новости искусственного интеллекта", cyrillic("новости искусственного интеллекта")],
    ["windows-1252", "Schöne Grüße", [...Buffer.from("Schöne Grüße", "latin1")]],
    ["a few letters of windows-1252", "Café", [...Buffer.from("Café", "latin1")]],
  ])("%s", (_, title, bytes) => {
    expect(titles(inEncoding(bytes))).toEqual([title]);
  });
});

describe("document types", () => {
  test("are accepted without declarations", () => {
    const netscape =
      '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">';
    expect(titles(netscape + channel(itemOf("Caf&eacute;")).replace("2.0", "0.91"))).toEqual(["Café"]);
  });

  test.each([
    ["with entities of their own", '<!DOCTYPE rss [<!ENTITY a "b">]>'],
    [
      "with a subset behind an address",
      '<!DOCTYPE rss PUBLIC "x" "y" [ <!ENTITY % a SYSTEM "file:///etc/passwd"> %a; ]>',
    ],
    ["with a subset on another line", "<!DOCTYPE rss\n[\n<!ELEMENT rss ANY>\n]>"],
    ["in lower case", '<!doctype rss [<!entity a "b">]>'],
  ])("%s are refused", (_, type) => {
    expect(() => read(type + channel(itemOf("&a;")))).toThrow("defines its own entities");
  });
});

describe("input made to slow down the parser takes time in proportion to its size", () => {
  const MANY = 300_000;
  test.each([
    ["quotes", `<rss version="2.0"><channel a=${"'\"".repeat(MANY)}`],
    ["starts of tags", `<rss version="2.0">${"<a ".repeat(MANY)}`],
    ["unclosed elements", `<rss version="2.0">${"<a>".repeat(MANY)}`],
    ["unclosed items", `<rss version="2.0"><channel>${"<item>".repeat(MANY)}`],
    ["starts of comments", `<rss version="2.0">${"<!--".repeat(MANY)}`],
    ["starts of CDATA", `<rss version="2.0">${"<![CDATA[".repeat(MANY)}`],
    ["ends", `<rss version="2.0">${"</a>".repeat(MANY)}`],
    ["ampersands", channel(itemOf("&".repeat(MANY)))],
    ["names", channel(Array.from({ length: MANY }, (_, n) => `<n${n}/>`).join(""))],
    ["attributes", channel(`<a ${Array.from({ length: MANY }, (_, n) => `b${n}=""`).join(" ")}/>`)],
    ["unclosed HTML", channel(itemOf("x", `<description>${"<b>".repeat(MANY)}</description>`))],
    ["line breaks in HTML", channel(itemOf("x", `<description>${"<br>".repeat(MANY)}</description>`))],
    ["bases", channel(`${'<a xml:base="b/">'.repeat(90)}${"<c/>".repeat(100_000)}`)],
    ["junk", `${"<".repeat(MANY)}${channel(itemOf("x"))}`],
  ])("%s", (_, document) => {
    let answer: unknown;
    try {
      answer = read(document).items.length;
    } catch (error) {
      answer = error instanceof SourceError ? error.name : error;
    }
    expect([0, 1, "SourceError"]).toContain(answer);
  });
});

describe("relative addresses", () => {
  const atomFeed = (attributes: string, entry: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>x</title>${entry}</feed>`;

  test.each([
    [
      "the feed",
      atomFeed(' xml:base="https://b.example/x/"', '<entry><title>t</title><link href="y"/></entry>'),
      "https://b.example/x/y",
    ],
    [
      "the entry, relative to the feed's",
      atomFeed(
        ' xml:base="https://b.example/x/"',
        '<entry xml:base="../z/"><title>t</title><link href="y"/></entry>',
      ),
      "https://b.example/z/y",
    ],
    [
      "the link",
      atomFeed("", '<entry><title>t</title><link xml:base="https://c.example/" href="y"/></entry>'),
      "https://c.example/y",
    ],
    [
      "nothing: then the feed's own address",
      atomFeed("", '<entry><title>t</title><link href="y"/></entry>'),
      "https://site.example/blog/y",
    ],
    [
      "the channel's link",
      channel("<link>https://d.example/news/</link><item><title>t</title><link>y</link></item>"),
      "https://d.example/news/y",
    ],
    [
      "the item, in RSS",
      channel('<item xml:base="https://e.example/"><title>t</title><link>y</link></item>'),
      "https://e.example/y",
    ],
  ])("are relative to the base of %s", (_, document, url) => {
    expect(read(document).items[0]?.url).toBe(url);
  });

  test.each([
    ["escaped", '<content type="html" xml:base="https://i.example/a/">&lt;img src="p.png"&gt;</content>'],
    [
      "XHTML",
      '<content type="xhtml" xml:base="https://i.example/a/"><div><img src="p.png"/></div></content>',
    ],
    [
      "XHTML of an own base",
      '<content type="xhtml"><div xml:base="https://i.example/a/"><img src="p.png"/></div></content>',
    ],
  ])("of pictures are relative to the base of the content: %s", (_, content) => {
    const feed = read(
      atomFeed("", `<entry><title>t</title><link href="https://s.example/"/>${content}</entry>`),
    );
    expect(feed.items[0]?.imageUrl).toBe("https://i.example/a/p.png");
  });
});

describe("entries without a link", () => {
  const atomEntry = (inner: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>t</title>${inner}</entry></feed>`;
  test.each([
    ["an Atom id", atomEntry("<id>https://a.example/id</id>"), "https://a.example/id"],
    [
      "an Atom enclosure",
      atomEntry('<id>urn:1</id><link rel="enclosure" href="https://a.example/e.mp3"/>'),
      "https://a.example/e.mp3",
    ],
    [
      "Atom content elsewhere",
      atomEntry('<content type="text/html" src="https://a.example/c"/>'),
      "https://a.example/c",
    ],
    [
      "an RSS enclosure",
      channel(
        '<item><title>t</title><guid isPermaLink="false">7</guid><enclosure url="https://a.example/e.mp3" type="audio/mpeg"/></item>',
      ),
      "https://a.example/e.mp3",
    ],
    [
      "media",
      channel(
        '<item><title>t</title><media:content xmlns:media="http://search.yahoo.com/mrss/" url="https://a.example/m.mp4"/></item>',
      ),
      "https://a.example/m.mp4",
    ],
    [
      "comments",
      channel("<item><title>t</title><comments>https://a.example/talk</comments></item>"),
      "https://a.example/talk",
    ],
    [
      "a link of Atom in RSS",
      channel(
        '<item xmlns:atom="http://www.w3.org/2005/Atom"><title>t</title><atom:link href="https://a.example/l"/></item>',
      ),
      "https://a.example/l",
    ],
    [
      "an attachment of JSON Feed",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "x",
        items: [
          {
            id: "7",
            title: "t",
            attachments: [{ url: "https://a.example/a.pdf", mime_type: "application/pdf" }],
          },
        ],
      }),
      "https://a.example/a.pdf",
    ],
    [
      "the next best, where the link is none",
      channel("<item><title>t</title><link>javascript:void(0)</link><guid>https://a.example/g</guid></item>"),
      "https://a.example/g",
    ],
  ])("are found at %s", (_, document, url) => {
    expect(read(document).items[0]?.url).toBe(url);
  });
});

describe("the report of a fetch", () => {
  test("counts usable entries, and the others by reason", () => {
    const feed = read(
      channel(
        `${itemOf("good")}${itemOf("good")}<item><title>No link</title></item><item><title>No link either</title></item>` +
          "<item><title>Bad</title><link>mailto:x@a.example</link></item><item><link>https://a.example/2</link></item>" +
          "<item><title>Undated</title><link>https://a.example/3</link><pubDate>one fine day</pubDate></item>",
      ),
    );
    expect(feed.reading).toEqual({
      entries: 7,
      usable: 2,
      issues: [
        { kind: "no-link", count: 2, example: "No link" },
        { kind: "bad-link", count: 1, example: "Bad" },
        { kind: "no-title", count: 1, example: "" },
        { kind: "duplicate", count: 1, example: "good" },
      ],
      notes: [{ kind: "bad-date", count: 1 }],
    });
    expect(feed.items.find(({ title }) => title === "Undated")?.publishedAt).toBeNull();
  });

  test("reads dates with slashes by the feed's other dates", () => {
    const dated = (date: string, n: number) =>
      `<item><title>${n}</title><link>https://a.example/${n}</link><pubDate>${date}</pubDate></item>`;
    const days = (...dates: string[]) =>
      read(channel(dates.map(dated).join(""))).items.map(({ publishedAt }) => publishedAt?.slice(0, 10));
    expect(days("03/04/2026", "30/04/2026")).toEqual(["2026-04-03", "2026-04-30"]);
    expect(days("03/04/2026", "04/30/2026")).toEqual(["2026-03-04", "2026-04-30"]);
  });
});
