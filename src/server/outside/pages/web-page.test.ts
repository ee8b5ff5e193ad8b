import { describe, expect, test } from "vitest";

import { connect } from "#tests/support/connect.ts";
import { icoImage, pngImage } from "#tests/support/images.ts";
import type { SitePaths } from "#tests/support/upstreams/site-upstream.ts";

import { readPage } from "./page-reader.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const read = (html: string | Uint8Array, contentType = "text/html", url = "https://orca.example/home/") =>
  readPage({ bytes: Buffer.from(html), contentType, url, now: NOW });

test("reads a page's name, company and pictures", () => {
  const page = read(`<!doctype html><html><head>
    <title>Orca – home</title>
    <meta property="og:title" content="Orca &amp; pod"><meta name="description" content="Talks to &lt;b&gt;whales&lt;/b&gt;.">
    <meta property="og:site_name" content="Orca"><meta property="og:image" content="//cdn.example/orca.png">
    <meta name="keywords" content="whales, sea, whales">
    <link rel="icon" href="/16.png" sizes="16x16"><link rel="apple-touch-icon" href="touch.png"><link rel="mask-icon" href="mask.svg">
    <link rel="icon" type="image/svg+xml" href="logo.svg"><link rel="manifest" href="/app.webmanifest">
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
    kind: "product",
    isbn: null,
    publishedAt: "2026-01-02T00:00:00.000Z",
    icons: [
      { url: "https://orca.example/home/logo.svg", rank: 193 },
      { url: "https://orca.example/home/touch.png", rank: 180 },
      { url: "https://orca.example/apple-touch-icon.png", rank: 40 },
      { url: "https://orca.example/16.png", rank: 16 },
      { url: "https://orca.example/favicon.ico", rank: -200 },
    ],
    manifestUrl: "https://orca.example/app.webmanifest",
    feeds: [{ url: "https://orca.example/feed.xml", text: "Blog" }],
    links: [{ url: "https://orca.example/docs", text: "Docs" }],
  });
});

test.each([
  ['<meta property="x:title dc:title" content="A"><meta property="og:title" content="B">', "A", []],
  ["<title>On whales - Orca</title>", "On whales", []],
  ["<title>On whales - Ada Li</title><meta name=author content='Ada Li'>", "On whales", ["Ada Li"]],
  ["<title>On whales - a study</title>", "On whales - a study", []],
  ["<title>On whales · V8</title><link rel=canonical href='https://v8.dev/blog'>", "On whales", []],
  ["<title>On whales · AI</title><link rel=canonical href='https://x.ai/blog'>", "On whales · AI", []],
  [
    "<title>On whales | Long Island University</title><meta property=og:url content='https://liu.edu/a'>",
    "On whales",
    [],
  ],
  ["<title>On whales \\ Orca</title>", "On whales", []],
  ["<title>A</title><p class=byline>By <a rel=author>Ada Li</a></p>", "A", ["Ada Li"]],
  ["<title>A</title><p itemprop=author><b itemprop=name>Ada Li</b> on whales</p>", "A", ["Ada Li"]],
  ["<title>A</title><p class=author>Updated 3 May 2026</p>", "A", []],
  [
    '<title>A</title><script type="application/ld+json"><![CDATA[{"@type":"NewsArticle","headline":"A B","author":"Li"}]]></script>',
    "A B",
    ["Li"],
  ],
  // Titles in the forms of Sphinx, MkDocs, Docusaurus, VitePress, GitBook, Quarto and WordPress.
  [
    "<title>Whales &#8212; Sea 2.3 documentation</title><h1>Whales<a class=headerlink>¶</a></h1>",
    "Whales",
    [],
  ],
  ["<title>Whales - The sea, with - and | in it</title><h1>Whales <a>&#8203;</a></h1>", "Whales", []],
  ["<meta property=og:title content='Whales | Sea Docs'><h1>Whales</h1>", "Whales", []],
  [
    "<title>The Weekly Sea | On whales</title><meta property=og:site_name content='The Weekly Sea'><h1>The Weekly Sea</h1>",
    "On whales",
    [],
  ],
  ["<title>Show HN: a map of whales | Sailor News</title>", "Show HN: a map of whales", []],
  [
    "<title>x</title><meta property=og:title content='A map of whales | Episode 3'>",
    "A map of whales | Episode 3",
    [],
  ],
  [
    '<title>A</title><script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#7"},"headline":"A"},{"@type":"Person","@id":"#7","name":"Ada Li"}]}</script>',
    "A",
    ["Ada Li"],
  ],
  ["<title>A</title><meta name=byl content='By Ada Li and Bo Ray'>", "A", ["Ada Li", "Bo Ray"]],
  ["<title>A</title><meta name=author content='By Ada Li, Staff Writer'>", "A", ["Ada Li"]],
  ["<title>A</title><meta name=author content='Smith and Sons'>", "A", ["Smith and Sons"]],
  ["<title>A</title><p itemprop=author><link itemprop=name content='Ada Li'></p>", "A", ["Ada Li"]],
  ["<title>A</title><p itemprop=author><b itemprop=name>ada23</b></p>", "A", ["ada23"]],
  // Authors in the forms of Yoast, of blogs with RDFa or microformats, and of plain lines.
  [
    "<title>A</title><meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ada Li'>",
    "A",
    ["Ada Li"],
  ],
  [
    "<title>A</title><meta name=twitter:label1 content='Reading time'><meta name=twitter:data1 content='5 min'>",
    "A",
    [],
  ],
  ["<title>A</title>by <i property=author><b property=name>Ada Li</b> on 3 May</i>", "A", ["Ada Li"]],
  ["<title>A</title><a class='p-author h-card'>Ada Li</a>", "A", ["Ada Li"]],
  [
    "<title>A</title><p>By popular demand</p><p>Written by <b>Ada Li</b> and Bo Ray.</p>",
    "A",
    ["Ada Li", "Bo Ray"],
  ],
  ["<title>A</title><p>Written by</p><p>Ada Li</p>", "A", ["Ada Li"]],
  ["<svg><title>Logo</title></svg>", null, []],
  ["<title>A</title><p class=post-author_name>Ada Li</p>", "A", ["Ada Li"]],
  ["<title>A</title><p>By using this site, you accept Cookies.</p><p>By Sea</p>", "A", []],
  [
    '<title>Orca (ship) - Seapedia</title><meta property=og:title content="Orca (ship) - Seapedia"><meta property=og:site_name content=Seapedia><script type="application/ld+json">{"@type":"Article","name":"Orca","headline":"a ship"}</script>',
    "Orca (ship)",
    [],
  ],
])("reads title and authors of %s", (head, title, authors) => {
  expect(read(`<html>${head}</html>`)).toMatchObject({ title, authors });
});

test("reads the authors of an article", () => {
  const page = read(
    '<html><head><title>On whales</title><meta name="citation_author" content="Lovelace, Ada"><meta name="citation_author" content="Gödel, Kurt"><meta name="author" content="https://facebook.example/x"></head></html>',
  );
  expect(page?.authors).toEqual(["Ada Lovelace", "Kurt Gödel"]);
});

test.each([
  [
    '<meta name="citation_author" content="Li, Ana"><meta name="citation_author" content="van der Ray, Bo">',
    ["Ana Li", "Bo van der Ray"],
  ],
  ['<meta name="citation_authors" content="Li, Ana; Ray, Bo">', ["Ana Li", "Bo Ray"]],
  ['<meta name="citation_author" content="Li, Ana, Ray, Bo">', ["Ana Li", "Bo Ray"]],
  ['<meta name="citation_authors" content="Smith, J., Doe, K.">', ["J. Smith", "K. Doe"]],
  ['<meta name="citation_authors" content="Ana Li, Bo Ray">', ["Ana Li", "Bo Ray"]],
  ['<meta name="eprints.creators_name" content="Li, Ana">', ["Ana Li"]],
  ['<meta name="bepress_citation_author" content="Li, Ana">', ["Ana Li"]],
  ['<meta name="author" content="Li, Ana and Ray, Bo">', ["Ana Li", "Bo Ray"]],
  ['<meta name="author" content="Ana Li and Bo Ray">', ["Ana Li", "Bo Ray"]],
  ['<meta name="author" content="By Ana Li">', ["Ana Li"]],
  ['<meta name="DC.Creator" content="García Márquez, Gabriel">', ["Gabriel García Márquez"]],
  ['<meta name="author" content="Li, Ana">', ["Ana Li"]],
  ['<meta name="author" content="Ana Li, Bo Ray">', ["Ana Li", "Bo Ray"]],
  ['<meta name="author" content="Ana Li, Bo Ray and Cy Oh">', ["Ana Li", "Bo Ray", "Cy Oh"]],
  ['<meta name="author" content="Li, Inc.">', ["Li, Inc."]],
  ['<meta name="author" content="Super User">', []],
  ['<meta property="og:article:author" content="Ana Li">', ["Ana Li"]],
  [
    '<meta property="book:author" content="https://a.example/ana"><meta property="og:book:author" content="Ana Li">',
    ["Ana Li"],
  ],
  [
    '<script type="application/ld+json">{"@type":"Blog","blogPost":[{"@type":"BlogPosting","headline":"x","author":{"name":"Ana Li"}}]}</script>',
    ["Ana Li"],
  ],
  [
    '<script type="application/ld+json">{"@type":"Article","author":{"familyName":"Li","givenName":"Ana"}}</script>',
    ["Ana Li"],
  ],
  [
    '<script type="application/ld+json">{"@type":"ScholarlyArticle","name":"x","author":[{"@type":"Person","name":"Li, Ana"},{"name":"Bo Ray"}]}</script>',
    ["Ana Li", "Bo Ray"],
  ],
])("puts authors' first names first: %s", (tags, authors) => {
  expect(read(`<html><head><title>On whales</title>${tags}</head></html>`)?.authors).toEqual(authors);
});

const WALLS = [
  "Making sure you&#39;re not a bot!",
  "Just a moment...",
  "Nur einen Moment…",
  "Un instant…",
  "请稍候…",
  "Attention Required! | Cloudflare",
  "Bloomberg - Are you a robot?",
  "Access to this page has been denied",
  "Vercel Security Checkpoint",
  "Human Verification",
  "Robot Check",
  "Checking your browser before accessing orca.example",
  "Sucuri WebSite Firewall - Access Denied",
  "Pardon Our Interruption",
  "Client Challenge",
  "Access denied | orca.example used Cloudflare to restrict access",
  "404 Not Found",
  "404: Page not found | Orca",
  "Page Not Found - Orca",
  "Orca · Page not found",
  "403 Forbidden",
  "429 Too Many Requests",
  "502 Bad Gateway",
  "503 Service Temporarily Unavailable",
  "Error 1015: You are being rate limited",
  "Internal Server Error",
  "Service Unavailable",
  "Seite nicht gefunden – Orca",
  "JavaScript is not available.",
  "Oops!",
  "Request Rejected",
  "Reddit - Prove your humanity",
  "orca.example: over 18?",
  "Zugriff verweigert",
  "Página não encontrada | Orca",
  "ページが見つかりません",
  "Вы не робот?",
  "Solo un momento...",
  "百度安全验证",
  "Fehler 404",
  "410 Gone",
  "401 Authorization Required",
  "301 Moved Permanently",
  "HTTP Status 404 – Not Found",
  "Error 404 (Not Found)!!1",
  "The page you're looking for could not be found (404)",
  "Oops! That page doesn’t exist or is private.",
  "Sorry, this page isn't available.",
  "Log into Facebook",
  "orca.example",
  "orca.example - This website is for sale! - Orca Resources and Information.",
];
test.each(WALLS)("rejects the title %s", (title) => {
  expect(
    read(`<!doctype html><html><head><title>${title}</title></head><body><h1>x</h1></body></html>`),
  ).toBeNull();
});

test.each([
  "Blocked: how censors work",
  "Just a Moment: A History of Time",
  "Un instant de bonheur",
  "Un momento de paz en el mar",
  "Unusual traffic patterns in the Atlantic",
  "Are you human? Then read this",
  "One more step towards open models",
  "Error handling in Rust",
  "Please wait: a history of queues",
  "Not Found: poems",
  "Captcha and its discontents",
  "The 404 error explained",
  "Access denied in Postgres and how to fix it",
  "Just in time",
  "One moment in history | Orca",
  "502 ways to cook an egg",
  "Human verification bias",
  "DDoS-Guard explained",
  "Gone",
  "404 Media",
  "The page you always wanted",
  "Sign in with passkeys",
])("accepts the title %s", (title) => {
  expect(read(`<html><head><title>${title}</title></head><body></body></html>`)?.title).toBe(
    // The site's name is removed.
    title.replace(" | Orca", ""),
  );
});

test.each([
  ["Anubis", '<title>Bitte warten</title><script id="anubis_challenge" type="application/json">{}</script>'],
  [
    "DataDome",
    '<title>orca.example</title></head><body><script src="https://ct.captcha-delivery.com/c.js"></script>',
  ],
  ["Cloudflare", "<title>orca.example</title><script>window._cf_chl_opt = {}</script>"],
  [
    "Imperva",
    '<meta name="robots" content="noindex"></head><body><iframe src="/_Incapsula_Resource?x=1"></iframe>',
  ],
  ["HUMAN", '<title>orca.example</title></head><body><div id="px-captcha"></div>'],
  [
    "Anubis, in its own words",
    "<title>Oh noes!</title><script id='anubis_version' type='application/json'>1</script>",
  ],
  [
    "Kasada",
    '<script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js"></script>',
  ],
  ["F5", "<title>Orca</title></head><body>The requested URL was rejected. Your support ID is: 123</body>"],
  ["a search engine", "<title>Orca</title></head><body>We have detected unusual traffic.</body>"],
  ["Qrator", '<title>401</title></head><body><script src="/__qrator/qauth.js"></script></body>'],
  [
    "a shop",
    "<title>Orca.com</title></head><body><h4>Click the button below to continue shopping</h4></body>",
  ],
  ["a network", "<title>O</title></head><body><noscript>JavaScript is not available.</noscript></body>"],
  [
    "an unknown one in German",
    '<title>Prüfung</title><meta name="robots" content="noindex"></head><body>Bitte bestätigen Sie, dass Sie kein Roboter sind</body>',
  ],
  ["Turnstile alone", '<title>Orca</title></head><body><div class="cf-turnstile"></div></body>'],
  [
    "an unknown one",
    '<title>Orca</title><meta name="robots" content="noindex,nofollow"></head><body><p>Please enable JavaScript to continue.</p>',
  ],
])("rejects a page of %s", (_, html) => {
  expect(read(`<!doctype html><html><head>${html}</html>`)).toBeNull();
});

test.each([
  '</head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
  '<meta name="description" content="x"></head><body><div class="g-recaptcha"></div>',
  "</head><body><footer>This site is protected by reCAPTCHA and the privacy policy applies.</footer>",
])("accepts a page with little text: %s", (html) => {
  expect(read(`<html><head><title>Notes</title>${html}</html>`)?.title).toBe("Notes");
});

test.each([
  ["https://consent.orca.example/m?continue=x", "Bevor Sie zu Orca weitergehen"],
  ["https://consent.orca.example/v2/collectConsent", "Orca is part of the Orca family of brands"],
  ["https://www.orca.example/authwall?trk=x", "Sign Up | Orca"],
  ["https://www.orca.example/accounts/login/?next=/p/1", "Orca"],
])("rejects the page to which a site redirects: %s", (url, title) => {
  const page = {
    bytes: Buffer.from(`<html><head><title>${title}</title></head></html>`),
    contentType: "text/html",
    url,
    now: NOW,
  };
  expect(readPage({ ...page, requestedUrl: "https://www.orca.example/p/1" })).toBeNull();
  // Without the redirect, the same page is an ordinary one.
  expect(readPage({ ...page, requestedUrl: url })).not.toBeNull();
});

test.each(["https://challenge.gov/whales", "https://captcha.eu/docs", "https://orca.example/a/zustimmung"])(
  "accepts an ordinary page at %s",
  (url) => {
    expect(read("<html><head><title>Whales</title></head></html>", "text/html", url)?.title).toBe("Whales");
  },
);

test("accepts a redirect to a host whose name is the same word", () => {
  const page = readPage({
    bytes: Buffer.from("<html><head><title>Whales</title></head></html>"),
    url: "https://challenge.gov/whales",
    requestedUrl: "https://www.challenge.gov/whales",
    now: NOW,
  });
  expect(page?.title).toBe("Whales");
});

test("reads the title of an app whose script has not run", () => {
  const head = '<title>Loading…</title><meta property="og:title" content="Orca notes">';
  expect(read(`<html><head>${head}</head></html>`)?.title).toBe("Orca notes");
});

test("accepts a page titled like its host if it declares a title of its own", () => {
  const head = '<title>orca.example</title><meta property="og:title" content="On whales">';
  expect(read(`<html><head>${head}</head></html>`)?.title).toBe("On whales");
});

test("accepts a home page titled like its host", () => {
  const html = "<html><head><title>Orca.example</title></head></html>";
  expect(read(html, "text/html", "https://www.orca.example/")?.title).toBe("Orca.example");
});

test("accepts a page that is hidden from search engines", () => {
  const html = `<html><head><title>Notes</title><meta name="robots" content="noindex"></head><body><article>On robots and captchas</article></body></html>`;
  expect(read(html)?.title).toBe("Notes");
});

test("uses a charset that only the page declares", () => {
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
])("returns no data for %s", (_, html) => {
  expect(read(html)).toBeNull();
});

test("returns no data for other content", () => {
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
])("handles a page of only %s in time", (filler) => {
  expect(read(`<html><title>x</title>${filler.repeat(1_500_000 / filler.length)}`)).toBeDefined();
});

describe("fetching", () => {
  test("requests robots.txt once, and returns no data for forbidden pages", async () => {
    const { pages, upstreams } = await connect({
      site: {
        "/robots.txt": "User-agent: StackLoop\nDisallow: /private\n\nUser-agent: *\nDisallow: /",
        "/": "<html><title>Orca</title></html>",
        "/closed": { status: 403 },
        "/members": { status: 302, headers: { location: "/authwall?from=members" } },
        "/authwall": "<html><title>Orca | Join</title></html>",
      },
    });
    const { origin, hits } = upstreams.site;
    expect((await pages.read(origin))?.title).toBe("Orca");
    expect(await pages.read(`${origin}/private/x`)).toBeNull();
    expect(await pages.read(`${origin}/closed`)).toBeNull();
    expect(hits.map(({ url }) => url.pathname)).toEqual(["/robots.txt", "/", "/closed"]);
    expect(await pages.read(`${origin}/members`)).toBeNull();
    expect((await pages.read(`${origin}/authwall`))?.title).toBe("Orca | Join");
  });

  test("fails for a failing site, and for private addresses", async () => {
    const { pages, upstreams } = await connect();
    upstreams.site.answerAlways({ status: 500 });
    await expect(pages.read(upstreams.site.origin)).rejects.toMatchObject({ name: "OutboundError" });
    await expect(pages.read("http://127.0.0.1/")).rejects.toMatchObject({ kind: "refused" });
  });

  test("stops at two megabytes", async () => {
    const { pages, upstreams } = await connect({ site: { "/": `<html>${"x".repeat(2_100_000)}` } });
    await expect(pages.read(upstreams.site.origin)).rejects.toThrow("too large");
  });
});

describe("a site's icons", () => {
  const iconsOf = async (paths: SitePaths) => {
    const { icons, upstreams } = await connect({ site: paths });
    const found: string[] = [];
    for await (const { url } of icons.list(upstreams.site.origin)) found.push(new URL(url).pathname);
    // Skips the requests for robots.txt and the page.
    return { found, requested: upstreams.site.hits.map(({ url }) => url.pathname).slice(2) };
  };
  const page = (links: string) => `<html><head><title>Orca</title>${links}</head></html>`;
  const manifest = (icons: unknown) => JSON.stringify({ name: "Orca", icons });

  test("are the icons of its page, best first", async () => {
    const { found } = await iconsOf({
      "/": page(
        '<link rel="icon" href="/small.png" sizes="32x32"><link rel="icon" href="/large.png" sizes="192x192"><link rel="icon" href="/middle.png" sizes="64x64">',
      ),
      "/large.png": "<!doctype html><html>Not found</html>",
      "/middle.png": pngImage(),
      "/small.png": pngImage(),
    });
    expect(found).toEqual(["/middle.png", "/small.png"]);
  });

  test("can be an unchecked SVG, which the caller checks", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    const { found } = await iconsOf({
      "/": page('<link rel="icon" href="/logo.svg">'),
      "/logo.svg": { headers: { "content-type": "image/svg+xml" }, body: svg },
    });
    expect(found).toEqual(["/logo.svg"]);
  });

  test("include the icons of the web app manifest, resolved against it", async () => {
    const { found, requested } = await iconsOf({
      "/": page(
        '<link rel="icon" href="/small.png" sizes="32x32"><link rel="manifest" href="/app/site.json">',
      ),
      "/app/site.json": manifest([
        { src: "mono.png", sizes: "512x512", purpose: "monochrome" },
        { src: "masked.png", sizes: "512x512", purpose: "maskable" },
        { src: 7 },
        "icon.png",
        { src: "javascript:alert(1)" },
        { src: "icon.png", sizes: "192x192", type: "image/png" },
      ]),
      "/app/icon.png": pngImage(),
      "/app/masked.png": pngImage(),
      "/small.png": pngImage(),
    });
    expect(found).toEqual(["/app/icon.png", "/app/masked.png", "/small.png"]);
    expect(requested).toEqual([
      "/app/site.json",
      "/app/icon.png",
      "/app/masked.png",
      "/apple-touch-icon.png",
      "/small.png",
      "/favicon.ico",
    ]);
  });

  test.each([
    ["missing", undefined],
    ["a page", "<!doctype html><html>Not found</html>"],
    ["broken", "{"],
    ["of another shape", '{"icons":{"src":"/x.png"}}'],
    ["too large", manifest([{ src: `/${"x".repeat(250_000)}.png` }])],
  ])("are those of the page if the manifest is %s", async (_, body) => {
    const { found } = await iconsOf({
      "/": page('<link rel="icon" href="/small.png"><link rel="manifest" href="/app.json">'),
      "/small.png": pngImage(),
      ...(body !== undefined && { "/app.json": { body } }),
    });
    expect(found).toEqual(["/small.png"]);
  });

  test("can be unlisted: a touch icon before small ones, an icon file at the end", async () => {
    const { found } = await iconsOf({
      "/": page(
        '<link rel="icon" href="/small.png" sizes="16x16"><link rel="icon" href="/large.png" sizes="64x64">',
      ),
      "/small.png": pngImage(),
      "/large.png": pngImage(),
      "/apple-touch-icon.png": pngImage(),
      "/favicon.ico": { headers: { "content-type": "text/plain" }, body: icoImage(pngImage()) },
    });
    expect(found).toEqual(["/large.png", "/apple-touch-icon.png", "/small.png", "/favicon.ico"]);
  });

  test("are requested at most five times", async () => {
    const links = Array.from({ length: 10 }, (_, index) => `<link rel="icon" href="/${index}.png">`);
    const { found, requested } = await iconsOf({ "/": page(links.join("")) });
    expect([found, requested]).toEqual([
      [],
      ["/apple-touch-icon.png", "/0.png", "/1.png", "/2.png", "/3.png"],
    ]);
  });

  test("are none if no picture is found", async () => {
    expect((await iconsOf({ "/": page("") })).found).toEqual([]);
    expect((await iconsOf({})).found).toEqual([]);
  });
});
