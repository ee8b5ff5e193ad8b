import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { describe, expect, onTestFinished, test } from "vitest";

import type { App } from "#server/app.ts";
import { addFeed } from "#server/features/news/feeds.service.ts";
import { fetchNewsForTool } from "#server/features/news/news-fetch.service.ts";
import { checkPicture, getPicture } from "#server/features/pictures/pictures.service.ts";
import { fetchReadingDetails } from "#server/features/readings/readings.service.ts";
import { autofill } from "#server/features/tools/autofill.service.ts";
import { refreshReleaseNotes } from "#server/features/tools/release-notes.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { Resolve } from "#server/outside/http/address-guard.ts";
import { VERSION } from "#server/version.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { connect } from "#tests/support/connect.ts";
import { FETCHING_CALLS, typist } from "#tests/support/fetching-calls.ts";
import { FORBIDDEN_HOSTS } from "#tests/support/forbidden-hosts.ts";
import { svgImage } from "#tests/support/images.ts";
import { buildPerson } from "#tests/support/people.ts";
import { withAda } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { shortenDeadlines } from "#tests/support/shorten-deadlines.ts";
import { STUB_KEY } from "#tests/support/stub-upstreams.ts";
import { temporaryFolder, testApp } from "#tests/support/test-app.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";
import { rawServer } from "#tests/support/upstreams/raw-server.ts";
import { type SitePaths, siteUpstream } from "#tests/support/upstreams/site-upstream.ts";
import { stubServer } from "#tests/support/upstreams/stub-server.ts";
import { watchSockets } from "#tests/support/watch-sockets.ts";

type Use = (app: App, user: User, url: string) => Promise<unknown>;

const NAME = "Nobody Knows It";
const toolAt = (app: App, user: User, url: string) =>
  addTool(app, user, { ...newToolSchema.parse({ name: NAME }), url });

const autofillCompany: Use = (app, user, url) =>
  autofill(app, user, { toolName: NAME, fieldType: "company", url });
const autofillLogo: Use = (app, user, url) =>
  autofill(app, user, { toolName: NAME, fieldType: "logoUrl", url });
const fetchNews: Use = async (app, user, url) => fetchNewsForTool(app, user, await toolAt(app, user, url));
const refreshNotes: Use = async (app, user, url) =>
  refreshReleaseNotes(app, user, await toolAt(app, user, url));
const addTeamFeed: Use = (app, user, url) => addFeed(app, user, { url });

const checkLogo: Use = (app, user, url) => checkPicture(app, user, url);
const showLogo: Use = async (app, user, url) => {
  await addTool(app, user, newToolSchema.parse({ name: NAME, logoUrl: url }));
  return getPicture(app, user, url);
};

/** Every feature that fetches an address typed by a person. */
const FEATURES: [string, Use][] = [
  ["auto-fill from a page", autofillCompany],
  ["auto-fill of a logo", autofillLogo],
  ["news of a tool", fetchNews],
  ["release notes of a tool", refreshNotes],
  ["a reading from a link", (app, user, isbnOrUrl) => fetchReadingDetails(app, user, { isbnOrUrl })],
  ["a team's feed", addTeamFeed],
  ["a picture that somebody names", checkLogo],
  ["a picture that somebody looks at", showLogo],
];

const page = (head: string, body = ""): string =>
  `<!doctype html><html><head><title>Tool</title>${head}</head><body>${body}</body></html>`;
const feedLink = (title: string, url: string): string =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${url}">`;
const manifestLink = (url: string): string => `<link rel="manifest" href="${url}">`;
const redirect = (location: string) => ({ status: 302, headers: { location } });

/** Every content of a public site that makes the server fetch another address. */
const FINDINGS: [string, Use, (inside: string) => SitePaths][] = [
  ["an icon", autofillLogo, (inside) => ({ "/": page(`<link rel="icon" href="${inside}">`) })],
  ["a web app manifest", autofillLogo, (inside) => ({ "/": page(manifestLink(inside)) })],
  [
    "an icon in a web app manifest",
    autofillLogo,
    (inside) => ({
      "/": page(manifestLink("/app.json")),
      "/app.json": { body: JSON.stringify({ icons: [{ src: inside, sizes: "192x192" }] }) },
    }),
  ],
  ["a feed of a tool's site", fetchNews, (inside) => ({ "/": page(feedLink("News", inside)) })],
  ["a feed for the team", addTeamFeed, (inside) => ({ "/": page(feedLink("News", inside)) })],
  ["a changelog's feed", refreshNotes, (inside) => ({ "/": page(feedLink("Changelog", inside)) })],
  [
    "a link to a changelog",
    refreshNotes,
    (inside) => ({
      "/": page("", `<a href="${inside}">Changelog</a><a href="/changes">Changelog</a>`),
      "/changes": redirect(inside),
    }),
  ],
  [
    "a feed on the page of a changelog",
    refreshNotes,
    (inside) => ({
      "/": page("", '<a href="/changes">Changelog</a>'),
      "/changes": page(feedLink("", inside)),
    }),
  ],
  ["a redirect of robots.txt", autofillCompany, (inside) => ({ "/robots.txt": redirect(inside) })],
];

/** Only this machine's own name resolves. */
const nowhereElse: Resolve = (name, answer) => {
  if (/^localhost\.?$/iu.test(name)) answer(null, [{ address: "127.0.0.1", family: 4 }]);
  else answer(new Error(`${name} is not known`), []);
};

/**
 * The product with a world of stubs. `reached` lists its connections to the usual port, on which no stub listens: on
 * others an earlier test's connection may return for a moment.
 */
async function product(resolve: Resolve) {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const world = await connect({}, {}, resolve);
  Object.assign(app, { integrations: world });
  const attempts = watchSockets();
  const reached = () => attempts.filter((address) => address.endsWith(":80"));
  return { app, user, world, site: world.upstreams.site, reached };
}

// Uses the usual port, so that the port rule does not refuse it.
const addressOf = (host: string): string =>
  `http://${host.replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent)}/`;
const DAY = 24 * 3_600_000;

test.each(FEATURES)(
  "F1, F2: %s reaches no private address, directly or behind a redirect",
  async (_, use) => {
    const { app, user, world, site, reached } = await product(nowhereElse);
    for (const [index, host] of FORBIDDEN_HOSTS.entries()) {
      site.paths[`/to/${index}`] = redirect(addressOf(host));
      for (const url of [addressOf(host), `${site.origin}/to/${index}`]) {
        await Promise.allSettled([use(app, user, url)]);
        // A recent request is not repeated.
        world.advance(DAY);
      }
    }
    expect(reached()).toEqual([]);
    // Each redirect was followed up to the refused one.
    const followed = new Set(
      site.hits.map(({ url }) => url.pathname).filter((path) => path.startsWith("/to/")),
    );
    expect(followed.size).toBe(FORBIDDEN_HOSTS.length);
  },
);

test.each(FEATURES)("F3: %s reaches nothing through a name with a private address", async (_, use) => {
  const looked = new Set<string>();
  // The first lookup returns an address reserved for documentation, later ones this machine.
  const { app, user, world, reached } = await product((name, answer) => {
    answer(null, [{ address: looked.has(name) ? "127.0.0.1" : "203.0.113.7", family: 4 }]);
    looked.add(name);
  });
  const names = ["rebind.example", "www.rebind.example", "rebind.example."];
  for (const name of names) {
    for (let tried = 0; tried < 2; tried += 1) {
      await Promise.allSettled([use(app, user, `http://${name}/`)]);
      world.advance(DAY);
    }
  }
  expect(reached()).toEqual([]);
  expect(names.filter((name) => !looked.has(name))).toEqual([]);
});

describe.each(FINDINGS)("F1, F2: %s on a public site", (_, use, pathsTo) => {
  test("reaches no private address", async () => {
    const { app, user, world, site, reached } = await product(nowhereElse);
    for (const host of FORBIDDEN_HOSTS) {
      site.paths = pathsTo(addressOf(host));
      await Promise.allSettled([use(app, user, site.origin)]);
      world.advance(DAY);
    }
    expect(reached()).toEqual([]);
    expect(site.hits.length).toBeGreaterThanOrEqual(FORBIDDEN_HOSTS.length);
  });

  test("is followed if the operator allows it, and then it is visible", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const inside = await stubServer(() => ({ body: "inside" }));
    const site = await siteUpstream(pathsTo(`${inside.origin}/`));
    onTestFinished(async () => {
      await Promise.all([inside.close(), site.close()]);
    });
    const allowed = { OUTBOUND_ALLOW: `${site.hostAndPort},${inside.hostAndPort}` };
    Object.assign(app, { integrations: await connect({}, allowed, nowhereElse) });
    const attempts = watchSockets();
    await Promise.allSettled([use(app, user, site.origin)]);
    expect(inside.hits.length).toBeGreaterThan(0);
    expect(attempts).toContain(inside.hostAndPort);
  });
});

test("F2: a site that redirects endlessly gets four requests", async () => {
  const { app, user, site } = await product(nowhereElse);
  site.answerAlways(redirect("/again"));
  expect(await checkLogo(app, user, `${site.origin}/logo.png`)).toEqual({
    error: "Couldn't reach this address.",
  });
  expect(site.hits.map(({ url }) => url.pathname)).toEqual(["/logo.png", "/again", "/again", "/again"]);
});

describe.each(FETCHING_CALLS)("F4: %s", (_, call) => {
  const HELD = "What the file holds";

  test("requests only http and https, directly or behind a redirect", async () => {
    const file = join(temporaryFolder(), "page.html");
    writeFileSync(file, `<html><title>${HELD}</title></html>`);
    const { world, site, ...typed } = await typist({ resolve: nowhereElse });
    const { github } = world.upstreams;
    const addresses = [
      pathToFileURL(file).href,
      `data:text/html,<html><title>${HELD}</title></html>`,
      `blob:${github.origin}/1`,
      ...["ftp", "gopher", "ws", "view-source:http", "feed"].map((scheme) =>
        github.origin.replace("http", scheme),
      ),
    ];
    for (const [index, location] of addresses.entries()) {
      site.paths[`/to/${index}`] = redirect(location);
      for (const address of [location, `${site.origin}/to/${index}`]) {
        const { status, body } = await call(typed, address);
        const seen = { isPlain: [200, 400, 404, 502].includes(status), text: JSON.stringify(body) };
        expect({ address, ...seen }).toEqual({
          address,
          isPlain: true,
          text: expect.not.stringContaining(HELD),
        });
        world.advance(DAY);
      }
    }
    expect(github.hits).toEqual([]);
    expect(site.hits.filter(({ url }) => url.pathname.startsWith("/to/")).length).toBeGreaterThanOrEqual(
      addresses.length,
    );
  });
});

const TITLE = "What the page says";
const HEAD = `<!doctype html><html><head><title>${TITLE}</title><link rel="icon" href="/icon.svg"></head><body>`;
/** 50 MB compressed to 50 KB. */
const BOMB = Buffer.concat([Buffer.from(HEAD), Buffer.alloc(50_000_000, " ")]);

const reply =
  (headers: Record<string, string | number>, body: string | Uint8Array, isAll = false): RequestListener =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/html", ...headers }).write(body);
    if (isAll) response.end();
  };

/** Replies that delay a parser or fill its memory. */
const FLOODS: readonly (readonly [string, RequestListener])[] = [
  ["nothing at all", () => {}],
  ["ten gigabytes, as it says", reply({ "content-length": 10_000_000_000 }, HEAD)],
  ["a gzip bomb", reply({ "content-encoding": "gzip" }, gzipSync(BOMB), true)],
  ["a brotli bomb", reply({ "content-encoding": "br" }, brotliCompressSync(BOMB), true)],
  ["headers of 100 KB", reply({ "x-long": "x".repeat(100_000) }, HEAD)],
  [
    "letters without end",
    (_, response) => {
      const endless = Readable.from(
        (function* () {
          yield HEAD;
          for (;;) yield " ".repeat(65_536);
        })(),
      );
      endless.pipe(response.writeHead(200, { "content-type": "text/html" }));
    },
  ],
];

for (const [index, [name, call]] of FETCHING_CALLS.entries())
  test(
    `F5: ${name} ends within limits of time and size, for any reply`,
    thoroughUnless(index < 3),
    async () => {
      const deadlines = shortenDeadlines();
      const floods: Server[] = [];
      const readFlood = async ([sent, listener]: (typeof FLOODS)[number]) => {
        let bytes = 0;
        const flood = createServer((request, response) => {
          response.on("close", () => (bytes = Math.max(bytes, request.socket.bytesWritten)));
          listener(request, response);
        });
        floods.push(flood);
        const site = await rawServer(flood);
        const typed = await typist({ environment: { OUTBOUND_ALLOW: site.hostAndPort } });
        const { status, body } = await call(typed, `${site.origin}/`);
        expect({
          sent,
          isPlain: [200, 404, 502].includes(status),
          text: JSON.stringify(body),
          isRequested: site.connections() > 0,
          // Little more was sent than the largest accepted reply.
          isBounded: bytes < 32_000_000,
        }).toEqual({
          sent,
          isPlain: true,
          text: expect.not.stringContaining(TITLE),
          isRequested: true,
          isBounded: true,
        });
      };
      await Promise.all(FLOODS.map(readFlood));
      const open = () => Promise.all(floods.map((flood) => promisify(flood.getConnections.bind(flood))()));
      await expect.poll(open, { message: "open connections", timeout: 30_000 }).toEqual(FLOODS.map(() => 0));
      expect(Math.max(...deadlines)).toBeLessThanOrEqual(45_000);
    },
  );

/** Nothing listens there, and no program gets the port: a server's former port may be reused at once. */
const CLOSED = "127.0.0.1:1";

/**
 * Servers without a readable page, each for another reason, with the settings that allow requests to them.
 */
async function unreadableHosts(): Promise<{ addresses: string[]; allowed: string; asked(): number[] }> {
  const reset = await rawServer(createTcpServer((socket) => socket.resetAndDestroy()));
  const silent = await rawServer(createTcpServer());
  const noWebServer = await rawServer(createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")));
  const servers = [reset, silent, noWebServer];
  return {
    addresses: [
      `http://${CLOSED}/`,
      ...servers.map(({ origin }) => `${origin}/`),
      "http://nobody.example/",
      "http://127.0.0.1/",
      "http://10.0.0.1/",
      "http://[::1]:6379/",
    ],
    allowed: [CLOSED, ...servers.map(({ hostAndPort }) => hostAndPort)].join(","),
    asked: () => servers.map(({ connections }) => connections()),
  };
}

test.each(FETCHING_CALLS)(
  "F6: %s reports the same for an address that is closed, resets, is silent, speaks no HTTP, is unknown or private",
  async (_, call) => {
    shortenDeadlines();
    const { addresses, allowed, asked } = await unreadableHosts();
    const typed = await typist({ environment: { OUTBOUND_ALLOW: allowed }, resolve: nowhereElse });
    const replies: { address: string; status: number; body: unknown }[] = [];
    for (const address of addresses) {
      const { status, body } = await call(typed, address);
      replies.push({ address, status, body });
    }
    const [{ status, body } = {}] = replies;
    expect(replies).toEqual(addresses.map((address) => ({ address, status, body })));
    expect(asked()).not.toContain(0);
  },
);

test.each(FETCHING_CALLS)("F7: %s reveals no people and no key to a site", async (_, call) => {
  const typed = await typist({ contents: { model: () => ({ text: "{}" }) } });
  const { site, world } = typed;
  const { github } = world.upstreams;
  site.paths = { "/": HEAD, "/away": redirect(`${github.origin}/elsewhere`) };
  for (const path of ["/", "/away"]) await call(typed, site.origin + path);
  const told = [...site.hits, ...github.hits].map(({ headers }) => headers);
  expect(github.hits.length).toBeGreaterThan(0);
  expect(new Set(told.map((headers) => headers["user-agent"]))).toEqual(
    new Set([`StackLoop/${VERSION} (+https://stackloop.example)`]),
  );
  const names = new Set(told.flatMap((headers) => Object.keys(headers)));
  for (const name of ["cookie", "authorization", "referer", "origin", "x-forwarded-for", "via"]) {
    expect([...names]).not.toContain(name);
  }
  for (const secret of [STUB_KEY, typed.user.username, typed.user.id]) {
    expect(JSON.stringify(told)).not.toContain(secret);
  }
});

test("F8: proxy variables redirect no request to people's addresses", async () => {
  const proxy = await rawServer(createTcpServer((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")));
  const site = await siteUpstream({ "/": HEAD, "/icon.svg": svgImage() });
  onTestFinished(() => site.close());
  const stackloop = await withAda();
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const { origin } = await stackloop.serve({
    ...Object.fromEntries(
      names.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, proxy.origin]),
    ),
    NODE_USE_ENV_PROXY: "1",
    OUTBOUND_ALLOW: site.hostAndPort,
    HN_ALGOLIA_URL: "",
  });
  const client = await signedIn(origin, "ada");
  // The bundled feeds are on the internet.
  const { body: feeds } = await client.call("GET", "/trpc/feeds.list");
  for (const { id } of feeds.result.data) await client.call("POST", "/trpc/feeds.remove", { id });
  const asked = { toolName: "Nobody Knows It", url: `${site.origin}/` };
  await client.call("POST", "/api/autofill", { ...asked, fieldType: "company" });
  await client.call("POST", "/api/autofill", { ...asked, fieldType: "logoUrl" });
  await client.call("POST", "/trpc/readings.lookup", { isbnOrUrl: asked.url });
  await client.call("POST", "/trpc/pictures.check", { url: `${site.origin}/icon.svg` });
  await client.call("POST", "/trpc/feeds.add", { url: `${site.origin}/feed` });
  const { body: tool } = await client.call("POST", "/api/ai-tools", { name: asked.toolName, url: asked.url });
  await client.call("POST", `/api/news/update/${tool.id}`);
  await client.call("POST", `/api/ai-tools/${tool.id}/update-release-notes`);
  const paths = new Set(site.hits.map(({ url }) => url.pathname));
  expect(["/", "/icon.svg", "/feed"].filter((path) => !paths.has(path))).toEqual([]);
  expect(proxy.connections()).toBe(0);
});
