import { describe, expect, test } from "vitest";

import { atom, jsonFeed, rss } from "#tests/support/upstreams/feed-documents.ts";

import { readFeed } from "./feed-reader.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");

const read = (document: string | Uint8Array, contentType?: string) =>
  readFeed({
    bytes: Buffer.from(document),
    contentType,
    url: "https://site.example/blog/feed.xml",
    now: NOW,
  });

const item = (inner: string): string =>
  `<rss version="2.0"><channel><title>News</title><item>${inner}</item></channel></rss>`;

describe("feeds of every kind", () => {
  const entry = {
    title: "Ships & boats",
    url: "https://site.example/ships?utm_source=feed",
    summary: "<p>They <b>float</b> &amp; sail.</p><script>alert(1)</script>",
    published: "2026-11-20T08:00:00.000Z",
  };

  test.each([
    ["RSS", rss("News", [entry])],
    ["Atom", atom("News", [entry])],
    ["JSON Feed", jsonFeed("News", [entry])],
    [
      "RDF",
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title></channel><item><title>Ships &amp; boats</title><link>https://site.example/ships?utm_source=feed</link><description>&lt;p&gt;They &lt;b&gt;float&lt;/b&gt; &amp;amp; sail.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description><dc:date>2026-11-20T08:00:00Z</dc:date></item></rdf:RDF>`,
    ],
  ])("reads plain text, a clean link and a date from %s", (_, document) => {
    const feed = read(document);
    expect(feed.title).toBe("News");
    expect(feed.items).toEqual([
      {
        title: "Ships & boats",
        url: "https://site.example/ships",
        anchor: null,
        link: "https://site.example/ships",
        excerpt: "They float & sail.",
        contentText: "They float & sail.",
        imageUrl: null,
        publishedAt: "2026-11-20T08:00:00.000Z",
        source: null,
        feed: { url: "https://site.example/blog/feed.xml", title: "News", siteUrl: feed.siteUrl },
      },
    ]);
  });

  test("resolves relative links and pictures against the feed", () => {
    const feed = read(
      item("<title>x</title><link>../ships</link><description>&lt;img src='/a.png'&gt;</description>"),
    );
    expect(feed.items[0]).toMatchObject({
      url: "https://site.example/ships",
      imageUrl: "https://site.example/a.png",
    });
  });

  test.each([
    ["a guid that is an address", "<guid>https://site.example/7</guid>", "https://site.example/7"],
    [
      "a relative guid that is declared as an address",
      '<guid isPermaLink="true">/7</guid>',
      "https://site.example/7",
    ],
    ["no guid that says it is none", '<guid isPermaLink="false">https://site.example/7</guid>', undefined],
    ["no guid of another kind", "<guid>urn:7</guid>", undefined],
  ])("finds an entry without a link at %s", (_, guid, url) => {
    expect(read(item(`<title>x</title>${guid}`)).items[0]?.url).toBe(url);
  });

  test("distinguishes entries of one page by their fragments", () => {
    const feed = read(
      rss("Changelog", [
        { title: "2.0", url: "https://site.example/changelog#2.0" },
        { title: "1.0", url: "https://site.example/changelog#1.0" },
        { title: "Post", url: "https://site.example/post#comments" },
      ]),
    );
    expect(feed.items.map(({ link }) => link)).toEqual([
      "https://site.example/changelog#2.0",
      "https://site.example/changelog#1.0",
      "https://site.example/post#comments",
    ]);
    expect(feed.items[2]?.url).toBe("https://site.example/post");
  });
});

describe("reads characters", () => {
  const cyrillic = (encoding: string, bytes: number[]) =>
    Buffer.concat([
      Buffer.from(
        `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><item><link>https://a.example/</link><title>`,
      ),
      Buffer.from(bytes),
      Buffer.from("</title></item></channel></rss>"),
    ]);
  const titleOf = (document: string | Uint8Array, contentType?: string) =>
    read(document, contentType).items[0]?.title;
  const utf16 = Buffer.from(
    `\uFEFF${item("<title>Привет</title><link>https://a.example/</link>")}`,
    "utf16le",
  );

  test.each([
    ["windows-1251", cyrillic("windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), undefined],
    ["KOI8-R", cyrillic("KOI8-R", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), undefined],
    ["UTF-8 declared as ISO-8859-1", cyrillic("ISO-8859-1", [...Buffer.from("Привет")]), undefined],
    ["UTF-8 declared as an unknown encoding", cyrillic("bogus", [...Buffer.from("Привет")]), undefined],
    [
      "the header's encoding rather than the declared one",
      cyrillic("utf-8", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      "text/xml; charset=windows-1251",
    ],
    ["UTF-16 with a byte order mark", utf16, undefined],
    ["UTF-16 without a byte order mark", utf16.subarray(2), undefined],
    ["big-endian UTF-16", Buffer.from(utf16).swap16(), "text/xml; charset=utf-8"],
  ])("in %s", (_, document, contentType) => {
    expect(titleOf(document, contentType)).toBe("Привет");
  });

  test("of a Western text without a declared encoding", () => {
    expect(
      titleOf(Buffer.from(item("<title>Café déjà</title><link>https://a.example/</link>"), "latin1")),
    ).toBe("Café déjà");
  });

  test("and replaces only invalid ones", () => {
    const broken = Buffer.concat([
      Buffer.from("<rss version='2.0'><channel><item><title>Привет "),
      Buffer.from([0xff]),
      Buffer.from("</title><link>https://a.example/</link></item></channel></rss>"),
    ]);
    expect(titleOf(broken)).toBe("Привет \uFFFD");
  });

  test("in UTF-7, and refuses UTF-32", () => {
    expect(titleOf(cyrillic("utf-7", [...Buffer.from("plain")]))).toBe("plain");
    expect(() => read(Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c]))).toThrow("UTF-32");
  });
});

describe("hostile feeds", () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from("bcdefgh", (name, index) => `<!ENTITY ${name} "${`&${"abcdefg"[index]};`.repeat(10)}">`).join("")}]>`;

  test.each([
    ["billion laughs", laughs + item("<title>&h;</title><link>https://a.example/</link>")],
    [
      "one large entity used often",
      `<!DOCTYPE x [<!ENTITY a "${"a".repeat(50_000)}">]><rss version="2.0">${"&a;".repeat(5000)}</rss>`,
    ],
    [
      "a file",
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${item("<title>&e;</title><link>https://a.example/</link>")}`,
    ],
    ["two document types", `<!DOCTYPE a><!DOCTYPE b [<!ENTITY e "x">]>${item("<title>&e;</title>")}`],
    [
      "a document type behind a comment",
      `<!-- > --><!doctype x [<!ENTITY e "x">]>${item("<title>&e;</title>")}`,
    ],
    ["100,000 nested elements", `<rss version="2.0"><channel><item>${"<a>".repeat(100_000)}`],
    [
      "a name that changes all objects",
      item("<title>x</title><__proto__><polluted>1</polluted></__proto__>"),
    ],
    ["a web page", "<!doctype html><html><body>Please sign in</body></html>"],
    ["a web page without a beginning", "<head><title>Moved</title></head>"],
    ["broken JSON", '{"version":"https://jsonfeed.org/version/1.1","items":['],
    ["nothing", ""],
    ["bytes", Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])],
  ])("refuses %s at once", (_, document) => {
    expect(() => read(document)).toThrow(expect.objectContaining({ name: "SourceError" }));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("accepts a million character references", () => {
    const feed = read(item(`<title>${"&#65;".repeat(600_000)}</title><link>https://a.example/</link>`));
    expect(feed.items[0]?.title.length).toBeLessThanOrEqual(300);
  });

  test("accepts only web addresses", () => {
    const links = [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "https://user:word@a.example/",
      "",
      "https://a.example/",
    ];
    const feed = read(
      `<rss version="2.0"><channel>${links.map((link) => `<item><title>x</title><link>${link}</link><enclosure url="javascript:alert(2)" type="image/png"/></item>`).join("")}</channel></rss>`,
    );
    expect(feed.items.map(({ url, imageUrl }) => [url, imageUrl])).toEqual([["https://a.example/", null]]);
    expect(feed.reading).toMatchObject({
      entries: 6,
      usable: 1,
      issues: [{ kind: "bad-link", count: 5, example: "x" }],
    });
  });

  test("truncates texts, treats future dates as now, and removes markup", () => {
    const feed = read(
      rss("x", [
        {
          title: `&lt;script&gt;alert(1)&lt;/script&gt;${"long ".repeat(200_000)}`,
          url: "https://a.example/",
          summary: `&lt;img src=x onerror=alert(1)&gt;${"a!".repeat(400_000)}`,
          published: "9999-01-01T00:00:00Z",
        },
      ]),
    );
    const [found] = feed.items;
    expect(found?.title.length).toBeLessThanOrEqual(300);
    expect(found?.contentText.length).toBeLessThanOrEqual(5000);
    expect(JSON.stringify(found)).not.toMatch(/<(?:script|img)/iu);
    expect(found?.publishedAt).toBe(NOW.toISOString());
  });

  test("reads at most 2000 entries", () => {
    const many = Array.from({ length: 2500 }, (_, index) => ({
      title: "x",
      url: `https://a.example/${index}`,
    }));
    expect(read(rss("x", many)).items).toHaveLength(2000);
  });
});
