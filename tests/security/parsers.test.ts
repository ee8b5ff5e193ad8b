import { describe, expect, test } from "vitest";

import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { typist } from "#tests/support/fetching-calls.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { newsroom } from "#tests/support/newsroom.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";

const item = (fields: string): string =>
  `<rss version="2.0"><channel><title>Harbour</title><item>${fields}</item></channel></rss>`;
const ENTRY = "<title>Whales</title><link>https://a.example/1</link>";
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A site with a document, and the server's replies when it is added as a feed and read as a page. */
async function reader() {
  const { client, site, world, app } = await typist();
  let count = 0;
  const put = (document: string | Uint8Array, type: string): string => {
    count += 1;
    site.paths[`/${count}`] = { headers: { "content-type": type }, body: document };
    return `${site.origin}/${count}`;
  };
  return {
    app,
    site,
    world,
    client,
    asFeed: async (document: string | Uint8Array) =>
      client.call("POST", "/trpc/feeds.add", { url: put(document, "application/xml") }),
    asPage: async (document: string) =>
      client.call("POST", "/trpc/readings.lookup", { isbnOrUrl: put(document, "text/html") }),
  };
}

const laughs = numbers(7)
  .map((level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
  .join("");

const ENTITY_BOMBS: readonly (readonly [string, string])[] = [
  ["billion laughs", `<!DOCTYPE x [<!ENTITY e0 "ha">${laughs}]>${item("<title>&e7;</title>")}`],
  [
    "one large entity, used often",
    `<!DOCTYPE x [<!ENTITY a "${"a".repeat(50_000)}">]>${item(`<title>${"&a;".repeat(5000)}</title>`)}`,
  ],
  [
    "a file of this machine",
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${item("<title>&e;</title>")}`,
  ],
  [
    "a parameter entity",
    `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;]>${item("<title>&e;</title>")}`,
  ],
  ["two document types", `<!DOCTYPE a><!DOCTYPE b [<!ENTITY e "x">]>${item("<title>&e;</title>")}`],
];

describe("P1: entities defined by a document", () => {
  test.each(ENTITY_BOMBS)("are refused in a feed: %s", async (_, document) => {
    const { asFeed } = await reader();
    const { status, body } = await asFeed(document);
    expect([status, body.error.message]).toEqual([502, expect.stringContaining("defines its own entities")]);
  });

  test.each(ENTITY_BOMBS)("are refused in a list of papers: %s", async (_, document) => {
    const { app, world } = await reader();
    world.upstreams.arxiv.answerAlways({
      headers: { "content-type": "application/atom+xml" },
      body: document,
    });
    await expect(fetchLatestPapers(app, quietWork())).rejects.toMatchObject({ name: "SourceError" });
    expect(await app.db.selectFrom("research_papers").selectAll().execute()).toEqual([]);
  });

  test("that are numeric are decoded, as many as fit a title", async () => {
    const { asFeed } = await reader();
    const { status, body } = await asFeed(
      `<rss version="2.0"><channel><title>${"&#65;".repeat(900_000)}</title><item>${ENTRY}</item></channel></rss>`,
    );
    expect([status, /^A{10,300}…?$/u.test(body.result.data.title)]).toEqual([200, true]);
  });
});

const MANY = 300_000;
const HEAVY_FEEDS: readonly (readonly [string, string | Uint8Array])[] = [
  ["100,000 levels", `<rss version="2.0"><channel><item>${"<a>".repeat(100_000)}`],
  ["quotes", `<rss version="2.0"><channel a=${"'\"".repeat(MANY)}`],
  ["tags that never end", `<rss version="2.0">${"<a ".repeat(MANY)}`],
  ["elements that never end", `<rss version="2.0">${"<a>".repeat(MANY)}`],
  ["comments that never end", `<rss version="2.0">${"<!--".repeat(MANY)}`],
  [
    "300,000 names",
    item(
      ENTRY +
        numbers(MANY)
          .map((n) => `<n${n}/>`)
          .join(""),
    ),
  ],
  [
    "300,000 attributes",
    item(
      `<a ${numbers(MANY)
        .map((n) => `b${n}=""`)
        .join(" ")}/>${ENTRY}`,
    ),
  ],
  ["50,000 entries", item(ENTRY).replace(/<item>.*<\/item>/u, (entry) => entry.repeat(50_000))],
  ["UTF-7, as it says", `<?xml version="1.0" encoding="utf-7"?>${item(ENTRY)}`],
  ["UTF-32", Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c])],
  [
    "bytes that are no UTF-8",
    Buffer.concat([Buffer.from(item("<title>a")), Buffer.from([0xff, 0xfe, 0xc3])]),
  ],
];

const attributes = (count: number): string =>
  `<!doctype html><html><head><title>Harbour</title></head><body ${numbers(count)
    .map((n) => `a${n}`)
    .join(" ")}>`;
const HEAVY_PAGES: readonly (readonly [string, string])[] = [
  ["a tag of 60,000 attributes", attributes(60_000)],
  ["a tag of 200,000 attributes", attributes(200_000)],
  ["100,000 levels", `<!doctype html><title>Harbour</title>${"<div>".repeat(100_000)}`],
  ["tags that never end", `<!doctype html><title>Harbour</title>${"<a ".repeat(MANY)}`],
];

describe("P2: input made to slow down a parser", () => {
  test.each(HEAVY_FEEDS)("is read or refused as a feed: %s", async (_, document) => {
    const { asFeed } = await reader();
    const { status, body } = await asFeed(document);
    const told = status === 200 ? "read" : `${status} ${body.error.message}`;
    expect(told).toMatch(/^(?:read$|502 (?:Feed not added|No news feed|None))/u);
  });

  test("is read up to 2,000 entries", async () => {
    const { asFeed, app, client } = await reader();
    const { status } = await asFeed(
      `<rss version="2.0"><channel><title>Claude</title>${numbers(2500)
        .map((n) => `<item><title>Claude ${n}</title><link>https://a.example/${n}</link></item>`)
        .join("")}</channel></rss>`,
    );
    expect(status).toBe(200);
    const tool = await client.call("POST", "/api/ai-tools", { name: "Claude", company: "Anthropic" });
    const { body } = await client.call("POST", `/api/news/update/${tool.body.id}`);
    expect(body.added).toBe(2000);
    const { count } = await app.db
      .selectFrom("news_articles")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(2000);
  });

  test.each(HEAVY_PAGES)("is read as a page up to the limits: %s", async (_, document) => {
    const { asPage } = await reader();
    const { status, body } = await asPage(document);
    expect([status, body.result.data.title]).toEqual([200, "Harbour"]);
  });

  test("is an ordinary title in news: 2,000 long, similar ones in a day", async () => {
    const { asFeed, client } = await reader();
    const words = numbers(60).map((n) => `wave${n}`);
    const titles = numbers(2000).map((n) =>
      [`Claude ${n}`, ...words.toSpliced(n % 60, 1, `n${n}`)].join(" "),
    );
    await asFeed(
      `<rss version="2.0"><channel><title>Sea</title>${titles
        .map(
          (title, n) =>
            `<item><title>${title}</title><link>https://a.example/${n}</link><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>`,
        )
        .join("")}</channel></rss>`,
    );
    const tool = await client.call("POST", "/api/ai-tools", { name: "Claude", company: "Anthropic" });
    expect((await client.call("POST", `/api/news/update/${tool.body.id}`)).body.added).toBe(2000);
  });

  test("delays no request as a robots.txt: 17,000 rules with wildcards", async () => {
    const { asPage, site } = await reader();
    const rules = "Disallow: /*a*a*a*a*a*a*a*a$\n".repeat(17_000);
    site.paths["/robots.txt"] = `User-agent: *\n${rules}Disallow: /2\n`;
    expect((await asPage("<!doctype html><title>Harbour</title>")).status).toBe(200);
    expect((await asPage("<!doctype html><title>Harbour</title>")).status).toBe(404);
  });

  test.each([
    ["a table of 100,000 columns", "ai-tools", "csv", `${"a,".repeat(100_000)}name\n1`, /columns/u],
    ["one quotation mark", "ai-tools", "csv", `name\n"${"a,\n".repeat(100_000)}`, /quotation mark/u],
    ["levels of JSON", "ai-tools", "json", "[".repeat(100_000), /JSON/u],
  ])("is refused in a file: %s", async (_, section, format, content, words) => {
    const { client } = await reader();
    const { status, body } = await client.call("POST", `/api/${section}/import`, { format, content });
    expect([status, body.message]).toEqual([400, expect.stringMatching(words)]);
  });

  test("makes a BibTeX entry lose its text: 29 KB of ~", async () => {
    const { client } = await reader();
    const content = `@book{a, title={${"~".repeat(29_000)}}, author={Ada}}\n@book{b, title={Orca}, author={Ada}}`;
    const { status } = await client.call("POST", "/api/readings/import", { format: "bibtex", content });
    const { body } = await client.call("GET", "/api/readings");
    expect([status, body.map(({ title }: { title: string }) => title)]).toEqual([200, ["Orca"]]);
  });
});

describe("P3: names of object properties", () => {
  const POLLUTED = '"__proto__":{"role":"admin","polluted":1},"constructor":{"prototype":{"polluted":1}}';

  test("change no person in a body, a query, a header, a feed or a table", async () => {
    const { origin } = await testServer();
    const { client: admin, asFeed } = await reader();
    const ada = await signedUp(origin, "ada");
    const headers = { "content-type": "application/json", cookie: ada.cookie() };
    const send = (method: string, path: string, body: string) =>
      fetch(origin + path, { method, headers: { ...headers, __proto__x: "1" }, body });
    const statuses = [
      await send("POST", "/api/ai-tools", `{"name":"Orca",${POLLUTED}}`),
      await send("PATCH", "/api/user", `{"firstName":"Ada",${POLLUTED}}`),
      await fetch(`${origin}/api/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: `{"username":"bob","password":"secret-pass",${POLLUTED}}`,
      }),
      await send("POST", "/api/ai-tools/import", `{"rows":[{"name":"Seal",${POLLUTED}}],${POLLUTED}}`),
      await fetch(`${origin}/api/ai-tools?a[__proto__][x]=1&__proto__[x]=1&constructor=1`, { headers }),
    ].map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    await asFeed(item(`${ENTRY}<__proto__><polluted>1</polluted></__proto__><constructor>1</constructor>`));
    await admin.call("POST", "/api/ai-tools/import", {
      format: "csv",
      content: "name,__proto__,constructor\nSeal,1,2\n",
    });
    expect((await ada.call("GET", "/api/user")).body).toMatchObject({ username: "ada", role: "user" });
    expect((await ada.call("GET", "/api/users")).status).toBe(403);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("P4: the data of an item", () => {
  test("of news is cleaned, for any source", async () => {
    const room = await newsroom();
    const added = await room.publish(
      buildFoundArticle({ title: "Claude 1", url: "javascript:alert(1)" }),
      buildFoundArticle({ title: "Claude 2", url: "data:text/html,x" }),
      buildFoundArticle({ title: "Claude 3", url: "https://user:pass@news.example/" }),
      buildFoundArticle({ title: "  ", content: "Claude" }),
      buildFoundArticle({
        title: `<b onclick=x>Claude</b> <script>alert(1)</script>${"long ".repeat(200_000)}`,
        url: "https://news.example/long",
        excerpt: "<img src=x onerror=alert(1)>Hello",
        content: "<p>One</p><p>Two</p>",
        imageUrl: "javascript:alert(2)",
        source: "<i>Me</i>",
        publishedAt: "9999-01-01T00:00:00.000Z",
      }),
      buildFoundArticle({ title: "Claude undated", url: "https://news.example/undated", publishedAt: null }),
      buildFoundArticle({ title: "Claude odd", url: "https://news.example/odd", publishedAt: "yesterday" }),
    );
    expect(added).toBe(3);
    const [long, ...others] = await room.list();
    expect(long).toMatchObject({
      excerpt: "Hello",
      content: "One\n\nTwo",
      imageUrl: null,
      source: "Me",
      publishedAt: "2026-11-22T10:00:00.000Z",
    });
    expect(long?.title).toMatch(/^Claude long long/u);
    expect(long?.title.length).toBeLessThanOrEqual(300);
    for (const { publishedAt } of others) expect(publishedAt).toBe(room.app.now().toISOString());
  });

  test("of papers is an arXiv paper's, once, and not from the future", async () => {
    const { app, client, world } = await reader();
    world.upstreams.arxiv.entries = [
      buildEntry(1),
      buildEntry(1, { title: "The same again" }),
      buildEntry(2, { title: "x".repeat(1_000_000) }),
      buildEntry(3, { published: "9999-01-01T00:00:00Z" }),
      ...["../../etc/passwd", "javascript:alert(1)", "2611.1", '9999.99999v1"><script>'].map((id) =>
        buildEntry(4, { id }),
      ),
    ];
    await fetchLatestPapers(app, quietWork());
    const { body } = await client.call("GET", "/api/arxiv");
    const papers: { arXivId: string; url: string; pdfUrl: string; publishedAt: string; title: string }[] =
      body;
    expect(papers.map(({ arXivId }) => arXivId).toSorted()).toEqual([
      "2611.00001",
      "2611.00002",
      "2611.00003",
    ]);
    for (const paper of papers) {
      expect([new URL(paper.url).host, new URL(paper.pdfUrl).host]).toEqual(["arxiv.org", "arxiv.org"]);
      expect(Date.parse(paper.publishedAt)).toBeLessThanOrEqual(app.now().getTime());
      expect(paper.title.length).toBeLessThanOrEqual(1000);
    }
  });
});

/** Texts that make ambiguous regular expressions slow. */
const FILLERS = [
  "a!",
  "**",
  "((((",
  " ",
  "e.g. ",
  "<!--",
  "$",
  "\\",
  "[](",
  "@a{",
  "'\"",
  "a.",
  "https://a.",
];

describe.each(FILLERS)("P5: a megabyte of %j", (filler) => {
  const text = (letters: number) => filler.repeat(Math.ceil(letters / filler.length)).slice(0, letters);

  test("is parsed or refused by every parser", async () => {
    const { app, client, asPage, asFeed } = await reader();
    app.integrations.papers = paperArchive([buildFoundPaper(1, { abstract: `${text(20_000)}.` })]);
    await fetchLatestPapers(app, quietWork());
    const [paper] = (await client.call("GET", "/api/arxiv")).body;
    const megabyte = text(1_000_000);
    const statuses = [
      await asPage(`<html><head><title>x</title></head><body>${megabyte}`),
      await asFeed(item(`${ENTRY}<description><![CDATA[${megabyte}]]></description>`)),
      await client.call("POST", `/api/arxiv/${paper.id}/generate-summary`),
      await client.call("POST", "/api/ai-tools/import", { rows: [{ name: "Orca", notes: text(900_000) }] }),
      await client.call("POST", "/api/prompts/import", { format: "md", content: text(450_000) }),
      await client.call("POST", "/api/readings/import", { format: "bibtex", content: text(450_000) }),
    ].map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500 && status !== 502)).toEqual([]);
    expect(statuses.slice(0, 3)).toEqual([200, expect.any(Number), 200]);
    expect((await client.call("GET", "/api/user")).status).toBe(200);
  });
});
