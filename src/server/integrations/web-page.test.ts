import { describe, expect, test } from "vitest";

import { connect } from "#tests/support/connect.ts";
import { pngImage } from "#tests/support/images.ts";
import type { SitePaths } from "#tests/support/upstreams/site-upstream.ts";

import { readPage } from "./page-reader.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const read = (html: string | Uint8Array, contentType = "text/html") =>
  readPage({ bytes: Buffer.from(html), contentType, url: "https://orca.example/home/", now: NOW });

test("a page tells its name, its maker and its pictures", () => {
  const page = read(`<!doctype html><html><head>
    <title>Orca – home</title>
    <meta property="og:title" content="Orca &amp; pod"><meta name="description" content="Talks to &lt;b&gt;whales&lt;/b&gt;.">
    <meta property="og:site_name" content="Orca"><meta property="og:image" content="//cdn.example/orca.png">
    <meta name="keywords" content="whales, sea, whales">
    <link rel="icon" href="/16.png" sizes="16x16"><link rel="apple-touch-icon" href="touch.png"><link rel="mask-icon" href="mask.svg">
    <link rel="icon" type="image/svg+xml" href="logo.svg">
    <link rel="alternate" type="application/rss+xml" title="Blog" href="/feed.xml">
    <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"SoftwareApplication","name":"Orca","applicationCategory":"BusinessApplication","publisher":{"@type":"Organization","name":"Sea Labs"},"datePublished":"2026-01-02"},{"__proto__":{"polluted":1}}]}</script>
    <script type="application/ld+json">{broken</script>
  </head><body><a href="/docs?utm_source=home">Docs</a><a href="javascript:alert(1)">x</a></body></html>`);
  expect(page).toEqual({
    url: "https://orca.example/home/",
    title: "Orca & pod",
    description: "Talks to whales.",
    siteName: "Orca",
    imageUrl: "https://cdn.example/orca.png",
    authors: [],
    company: "Sea Labs",
    category: "BusinessApplication",
    keywords: ["whales", "sea"],
    publishedAt: "2026-01-02T00:00:00.000Z",
    icons: [
      { url: "https://orca.example/home/logo.svg" },
      { url: "https://orca.example/home/touch.png" },
      { url: "https://orca.example/16.png" },
      { url: "https://orca.example/favicon.ico" },
    ],
    feeds: [{ url: "https://orca.example/feed.xml", text: "Blog" }],
    links: [{ url: "https://orca.example/docs", text: "Docs" }],
  });
});

test("the page of a text names its authors", () => {
  const page = read(
    '<html><head><title>On whales</title><meta name="citation_author" content="Lovelace, Ada"><meta name="citation_author" content="Gödel, Kurt"><meta name="author" content="https://facebook.example/x"></head></html>',
  );
  expect(page?.authors).toEqual(["Lovelace, Ada", "Gödel, Kurt"]);
});

test("a charset that only the page itself names is heeded", () => {
  const html = Buffer.concat([
    Buffer.from('<html><head><meta charset="windows-1251"><title>'),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Buffer.from("</title></head></html>"),
  ]);
  expect(read(html)?.title).toBe("Привет");
});

test.each([
  ["a check for humans", "<html><head><title>Just a moment...</title></head></html>"],
  ["a consent page", "<html><head><title>Before you continue to Orca</title></head></html>"],
  ["an age check", "<html><head><title>Are you over 18?</title></head></html>"],
  ["words", "hello"],
  ["JSON", '{"a":1}'],
])("%s is no data", (_, html) => {
  expect(read(html)).toBeNull();
});

test("what is not a page is no data", () => {
  expect(read("<html><title>x</title></html>", "image/png")).toBeNull();
});

test.each([
  "<meta ",
  "<a href=",
  "((((",
  "a!",
  "<div>",
  "<p><b>",
  "<li>",
  "<svg>",
  "<!--",
  "<script>",
  "<table><td>",
])("a page of nothing but %s does not take for ever", (filler) => {
  expect(read(`<html><title>x</title>${filler.repeat(1_500_000 / filler.length)}`)).toBeDefined();
});

describe("fetching", () => {
  test("asks robots.txt once, and takes closed doors for no data", async () => {
    const { pages, upstreams } = await connect({
      site: {
        "/robots.txt": "User-agent: StackLoop\nDisallow: /private\n\nUser-agent: *\nDisallow: /",
        "/": "<html><title>Orca</title></html>",
        "/closed": { status: 403 },
      },
    });
    const { origin, hits } = upstreams.site;
    expect((await pages.read(origin))?.title).toBe("Orca");
    expect(await pages.read(`${origin}/private/x`)).toBeNull();
    expect(await pages.read(`${origin}/closed`)).toBeNull();
    expect(hits.map(({ url }) => url.pathname)).toEqual(["/robots.txt", "/", "/closed"]);
  });

  test("fails for a site that fails, and for addresses inside", async () => {
    const { pages, upstreams } = await connect();
    upstreams.site.answerAlways({ status: 500 });
    await expect(pages.read(upstreams.site.origin)).rejects.toMatchObject({ name: "OutboundFault" });
    await expect(pages.read("http://127.0.0.1/")).rejects.toMatchObject({ kind: "refused" });
  });

  test("stops at two megabytes", async () => {
    const { pages, upstreams } = await connect({ site: { "/": `<html>${"x".repeat(2_100_000)}` } });
    await expect(pages.read(upstreams.site.origin)).rejects.toThrow("too large");
  });
});

describe("a site's icon", () => {
  const iconOf = async (paths: SitePaths) => {
    const { icons, upstreams } = await connect({ site: paths });
    return icons.of(upstreams.site.origin);
  };
  const page = (links: string) => `<html><head><title>Orca</title>${links}</head></html>`;

  test("is the best one that is a picture", async () => {
    const found = await iconOf({
      "/": page(
        '<link rel="icon" href="/large.png" sizes="192x192"><link rel="icon" href="/small.png" sizes="32x32">',
      ),
      "/large.png": "<!doctype html><html>Not found</html>",
      "/small.png": pngImage(),
    });
    expect(found).toMatchObject({ mediaType: "image/png", bytes: pngImage() });
  });

  test("may be an SVG, whatever is in it: the caller checks", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    const found = await iconOf({
      "/": page('<link rel="icon" href="/logo.svg">'),
      "/logo.svg": { headers: { "content-type": "image/svg+xml" }, body: svg },
    });
    expect(found?.mediaType).toBe("image/svg+xml");
  });

  test("is none where there is no picture", async () => {
    expect(await iconOf({ "/": page("") })).toBeNull();
    expect(await iconOf({})).toBeNull();
  });
});
