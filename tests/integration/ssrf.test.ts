import { describe, expect, onTestFinished, test } from "vitest";

import type { App } from "#server/app.ts";
import { addFeed } from "#server/features/news/feeds.service.ts";
import { fetchNewsForTool } from "#server/features/news/news-fetch.service.ts";
import { checkPicture, getPicture } from "#server/features/pictures/pictures.service.ts";
import { lookUpReading } from "#server/features/readings/lookup.service.ts";
import { autofill } from "#server/features/tools/autofill.service.ts";
import { refreshReleaseNotes } from "#server/features/tools/release-notes.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { Resolve } from "#server/integrations/address-guard.ts";
import { newToolSchema } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";
import { connect } from "#tests/support/connect.ts";
import { FORBIDDEN_HOSTS } from "#tests/support/forbidden-hosts.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testApp } from "#tests/support/test-app.ts";
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
const addTeamFeed: Use = (app, _, url) => addFeed(app, { url });

const checkLogo: Use = (app, user, url) => checkPicture(app, user, url);
const showLogo: Use = async (app, user, url) => {
  await addTool(app, user, newToolSchema.parse({ name: NAME, logoUrl: url }));
  return getPicture(app, user, url);
};

/** Everything that makes the server fetch an address that somebody typed. */
const FEATURES: [string, Use][] = [
  ["auto-fill from a page", autofillCompany],
  ["auto-fill of a logo", autofillLogo],
  ["news of a tool", fetchNews],
  ["release notes of a tool", refreshNotes],
  ["a reading from a link", (app, user, isbnOrUrl) => lookUpReading(app, user, { isbnOrUrl })],
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

/** Everything on a public site that makes the server fetch the address that stands there. */
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

/** Of all names only this machine's own leads anywhere. */
const nowhereElse: Resolve = (name, answer) => {
  if (/^localhost\.?$/iu.test(name)) answer(null, [{ address: "127.0.0.1", family: 4 }]);
  else answer(new Error(`${name} is not known`), []);
};

/** The product before a world of stubs; `reached` tells where else it tried to connect to. */
async function product(resolve: Resolve) {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const world = await connect({}, {}, resolve);
  Object.assign(app, { integrations: world });
  const attempts = watchSockets();
  const stubs = world.upstreams.environment["OUTBOUND_ALLOW"]?.split(",") ?? [];
  const reached = () => attempts.filter((address) => !stubs.includes(address));
  return { app, user, world, site: world.upstreams.site, reached };
}

// On the usual port, so that it is not the guard of ports that refuses.
const addressOf = (host: string): string =>
  `http://${host.replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent)}/`;
const DAY = 24 * 3_600_000;

test.each(FEATURES)("%s reaches no inner address, directly or behind a redirect", async (_, use) => {
  const { app, user, world, site, reached } = await product(nowhereElse);
  for (const [index, host] of FORBIDDEN_HOSTS.entries()) {
    site.paths[`/to/${index}`] = redirect(addressOf(host));
    for (const url of [addressOf(host), `${site.origin}/to/${index}`]) {
      await Promise.allSettled([use(app, user, url)]);
      // What was asked a moment ago is not asked again.
      world.advance(DAY);
    }
  }
  expect(reached()).toEqual([]);
  // Each redirect was really followed up to the point where it was refused.
  const followed = new Set(
    site.hits.map(({ url }) => url.pathname).filter((path) => path.startsWith("/to/")),
  );
  expect(followed.size).toBe(FORBIDDEN_HOSTS.length);
});

test.each(FEATURES)("%s reaches nothing through a name that leads inside", async (_, use) => {
  const looked = new Set<string>();
  // The first look leads to an address that is reserved for documentation, the later ones to this machine.
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

describe.each(FINDINGS)("%s on a public site", (_, use, pathsTo) => {
  test("leads to no inner address", async () => {
    const { app, user, world, site, reached } = await product(nowhereElse);
    for (const host of FORBIDDEN_HOSTS) {
      site.paths = pathsTo(addressOf(host));
      await Promise.allSettled([use(app, user, site.origin)]);
      world.advance(DAY);
    }
    expect(reached()).toEqual([]);
    expect(site.hits.length).toBeGreaterThanOrEqual(FORBIDDEN_HOSTS.length);
  });

  test("is followed where the operator allows it, and then it is seen", async () => {
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
