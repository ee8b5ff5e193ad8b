import { describe, expect, test } from "vitest";

import { readFeed } from "./feed-reader.ts";

const NOW = new Date("2026-11-24T10:00:00.000Z");

const read = (xml: string) =>
  readFeed({
    bytes: new TextEncoder().encode(xml),
    contentType: "application/xml; charset=utf-8",
    url: "https://f.example/feed",
    now: NOW,
  }).items.map(({ title }) => title)[0];

const rss = (title: string) =>
  read(`<rss version="2.0"><channel><title>F</title><link>https://f.example/</link>
<item><title>${title}</title><link>https://f.example/1</link></item></channel></rss>`);
const atom = (title: string) =>
  read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>urn:f</id><updated>2026-11-20T00:00:00Z</updated>
<entry><id>urn:1</id>${title}<link href="https://f.example/1"/><updated>2026-11-20T00:00:00Z</updated></entry></feed>`);
const json = (title: string) =>
  read(
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "F",
      items: [{ id: "1", url: "https://f.example/1", title }],
    }),
  );

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const BOTH = [
  ["Without <blink>", "Without <blink>"],
  ["std::vector<int> is fast", "std::vector<int> is fast"],
  ["Vec<T> and Option<String>", "Vec<T> and Option<String>"],
  ["Map<K, V>, List<a> and Foo<b>", "Map<K, V>, List<a> and Foo<b>"],
  ["how <T extends Foo> works", "how <T extends Foo> works"],
  ["5 < 6 && 7 > 3", "5 < 6 && 7 > 3"],
  ["a<b and c>d", "a<b and c>d"],
  ["<3 you", "<3 you"],
  ["Use <div> and <template>, not <table>", "Use <div> and <template>, not <table>"],
  ["#include <stdio.h> explained", "#include <stdio.h> explained"],
  ["Mail <ada@example.com>", "Mail <ada@example.com>"],
  ["The <head> of <my-element x=1>", "The <head> of <my-element x=1>"],
  ["It <em>really</em> works", "It really works"],
  ["<b>Bold</b>, <I>italic</I> and <code>x</code>", "Bold, italic and x"],
  ['A <a href="https://x.example">link</a> and a<br/>break', "A link and a break"],
  ['<span class="x">Vec<T></span>', "Vec<T>"],
  ['Icon <img src="x.png" alt=""> here', "Icon here"],
  ["<p>Whole</p>", "Whole"],
  ["Hello<script>alert(1)</script>!", "Hello!"],
  ["A <!-- hidden --> title", "A title"],
  ["A <code>&lt;div&gt;</code> story", "A <div> story"],
  ["AT&amp;T &#8217;s &eacute;", "AT&T ’s é"],
  ["<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢(かん)"],
  [
    'After <iframe src="x"></iframe>a frame and <svg><title>t</title></svg>an icon',
    "After a frame and an icon",
  ],
  ["<eos>, <think> and <|end|> tokens", "<eos>, <think> and <|end|> tokens"],
  ["One<br>two<hr>three<wbr>four<img>five", "One two threefourfive"],
  ["One<p>two</p> <b>three</b>four</div>", "One two threefour"],
  ["One<br>Vec<T> and <div>", "One Vec<T> and <div>"],
  ["<section>One</section>two<dl><dd>three</dd></dl>", "One two three"],
  ["An <hr>, an <img> and <p> in Foo<b>", "An <hr>, an <img> and <p> in Foo<b>"],
] as const;

describe("reads the title", () => {
  test.each(BOTH)("of RSS: %s", (html, expected) => {
    expect(rss(escaped(html))).toBe(expected);
    expect(rss(`<![CDATA[${html}]]>`)).toBe(expected);
  });

  test.each(BOTH)("of Atom without a type: %s", (html, expected) => {
    expect(atom(`<title>${escaped(html)}</title>`)).toBe(expected);
  });

  test.each([
    ["Drops <blink> and <b>bold</b>", "Drops <blink> and <b>bold</b>"],
    ["Vec<T> & friends", "Vec<T> & friends"],
    ["How <br> works", "How <br> works"],
  ])("of Atom as text unchanged: %s", (text, expected) => {
    expect(atom(`<title type="text">${escaped(text)}</title>`)).toBe(expected);
    expect(atom(`<title type="text"><![CDATA[${text}]]></title>`)).toBe(expected);
  });

  test.each([
    ["Vec&lt;T&gt; &amp; friends", "Vec<T> & friends"],
    ["a <code>&lt;div&gt;</code> story", "a <div> story"],
    ["<em>Cut off, it still is markup", "Cut off, it still is markup"],
    ["1 &lt; 2<br>3", "1 < 2 3"],
  ])("of Atom as HTML: %s", (html, expected) => {
    expect(atom(`<title type="html">${escaped(html)}</title>`)).toBe(expected);
    expect(atom(`<title type="html"><![CDATA[${html}]]></title>`)).toBe(expected);
  });

  test("of Atom in XHTML", () => {
    const div = '<div xmlns="http://www.w3.org/1999/xhtml">Zeta <b>Coder</b> 1 &lt; 2, Vec&lt;T&gt;</div>';
    expect(atom(`<title type="xhtml">${div}</title>`)).toBe("Zeta Coder 1 < 2, Vec<T>");
  });

  test.each([
    ["It &lt;em&gt;really&lt;/em&gt; works", "It really works"],
    ["&amp;lt;3 AT&amp;T", "<3 AT&T"],
    ["How &lt;br&gt; and &lt;div&gt; work", "How <br> and <div> work"],
    ["Ada&amp;#8217;s", "Ada’s"],
    ["One&lt;br&gt;two&lt;br /&gt; three", "One two three"],
    ["&lt;b&gt;One&lt;/b&gt;&lt;br/&gt;two", "One two"],
  ])("escaped twice: %s", (html, expected) => {
    expect(rss(escaped(html))).toBe(expected);
    expect(rss(`<![CDATA[${html}]]>`)).toBe(expected);
  });

  test("in a CDATA section that a program has escaped again", () => {
    expect(rss(escaped("<![CDATA[Foo <b>bar</b> & baz]]>"))).toBe("Foo bar & baz");
    expect(atom(`<title type="text">${escaped(" <![CDATA[Vec<T>]]> ")}</title>`)).toBe("Vec<T>");
    expect(rss(escaped("What <![CDATA[ means"))).toBe("What <![CDATA[ means");
  });

  test("of a JSON Feed", () => {
    expect(json("Vec<T> & <blink>")).toBe("Vec<T> & <blink>");
    expect(json("It <em>really</em> works")).toBe("It really works");
  });

  test("in time, even if it is made to slow down the parser", () => {
    for (const part of ["<b ", "<b>", "</b>", "<!--", "<a href=", "&lt;b&gt;"]) {
      expect(rss(escaped(`Title ${part.repeat(20_000)}`))).toMatch(/^Title/u);
    }
  });
});

describe("reads the excerpt", () => {
  const readItem = (xml: string) => {
    const [item] = readFeed({
      bytes: new TextEncoder().encode(xml),
      contentType: "application/xml; charset=utf-8",
      url: "https://f.example/feed",
      now: NOW,
    }).items;
    return [item?.excerpt, item?.contentText];
  };
  const inRss = (parts: string) =>
    readItem(`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>F</title>
<link>https://f.example/</link><item><title>T</title><link>https://f.example/1</link>${parts}</item></channel></rss>`);
  const inAtom = (parts: string) =>
    readItem(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>urn:f</id><updated>2026-11-20T00:00:00Z</updated>
<entry><id>urn:1</id><title>T</title><link href="https://f.example/1"/><updated>2026-11-20T00:00:00Z</updated>${parts}</entry></feed>`);
  const inJson = (fields: object) =>
    readItem(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "F",
        items: [{ id: "1", url: "https://f.example/1", title: "T", ...fields }],
      }),
    );

  test.each([
    ["Use List<T>, Map<K, V> and Option<String>", "Use List<T>, Map<K, V> and Option<String>"],
    ["<p>Use List&lt;T&gt; in a &lt;div&gt;</p>", "Use List<T> in a <div>"],
    ["<![CDATA[<p>Use <b>it</b></p>]]>", "Use it"],
    ["<p>Use <b>List<T></b> now</p>", "Use List<T> now"],
    [
      "#include <stdio.h>, <ada@example.com>, <3 and a<b and c>d",
      "#include <stdio.h>, <ada@example.com>, <3 and a<b and c>d",
    ],
    ["if i<n and j", "if i<n and j"],
    ["how <T extends Foo> works", "how <T extends Foo> works"],
    ["<my-card x=1>A card</my-card> and <o:p>Word</o:p><foo>bar</foo>", "A card and Wordbar"],
    ['A<br>b<hr/> <a href=\'x\'>c</a> <img src="x.png" alt="a < b"> d', "A b c d"],
    ["<p>&lt;script&gt;alert(1)&lt;/script&gt; is text</p>", "<script>alert(1)</script> is text"],
    ["&lt;p&gt;Escaped &lt;b&gt;twice&lt;/b&gt;&lt;/p&gt;", "Escaped twice"],
    ["Hello<script>alert(1)</script><style>p{}</style>!", "Hello!"],
  ])("of HTML: %s", (html, expected) => {
    const cdata = `<![CDATA[${html}]]>`;
    expect(inRss(`<description>${escaped(html)}</description>`)).toEqual([expected, expect.any(String)]);
    expect(inRss(`<content:encoded>${cdata}</content:encoded>`)[0]).toBe(expected);
    expect(inAtom(`<summary type="html">${escaped(html)}</summary>`)[0]).toBe(expected);
    expect(inAtom(`<content type="html">${escaped(html)}</content>`)[0]).toBe(expected);
    expect(inJson({ content_html: html })[0]).toBe(expected);
  });

  test("of text with all angle brackets", () => {
    const text = "Use <div> with List<T> & <b>bold</b>";
    for (const name of ["summary", "content"]) {
      expect(inAtom(`<${name} type="text">${escaped(text)}</${name}>`)).toEqual([text, text]);
    }
    expect(inJson({ content_text: text })).toEqual([text, text]);
  });

  test("of XHTML with its escaped text", () => {
    const xhtml = `<div xmlns="http://www.w3.org/1999/xhtml"><p>Use List&lt;T&gt; in a &lt;div&gt; <em>now</em></p></div>`;
    for (const name of ["summary", "content"]) {
      expect(inAtom(`<${name} type="xhtml">${xhtml}</${name}>`)[0]).toBe("Use List<T> in a <div> now");
    }
  });
});
