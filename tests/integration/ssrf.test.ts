import { createServer } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import type { App } from "#server/app.ts";
import { addFeed } from "#server/features/news/feeds.service.ts";
import { fetchNewsForTool } from "#server/features/news/news-fetch.service.ts";
import { lookUpReading } from "#server/features/readings/lookup.service.ts";
import { autofill } from "#server/features/tools/autofill.service.ts";
import { refreshReleaseNotes } from "#server/features/tools/release-notes.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";
import { connect } from "#tests/support/connect.ts";
import { FORBIDDEN_HOSTS } from "#tests/support/forbidden-hosts.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testApp } from "#tests/support/test-app.ts";

/** Everything that makes the server fetch an address that somebody typed. */
const FEATURES: Record<string, (app: App, user: User, url: string) => Promise<unknown>> = {
  "auto-fill from a page": (app, user, url) =>
    autofill(app, user, { toolName: "Nobody Knows It", fieldType: "company", url }),
  "auto-fill of a logo": (app, user, url) =>
    autofill(app, user, { toolName: "Nobody Knows It", fieldType: "logoUrl", url }),
  "news of a tool": async (app, user, url) => fetchNewsForTool(app, user, await toolAt(app, user, url)),
  "release notes of a tool": async (app, user, url) =>
    refreshReleaseNotes(app, user, await toolAt(app, user, url)),
  "a reading from a link": (app, user, isbnOrUrl) => lookUpReading(app, user, { isbnOrUrl }),
  "a team's feed": (app, _, url) => addFeed(app, { url }),
};

const toolAt = (app: App, user: User, url: string) =>
  addTool(app, user, { ...newToolSchema.parse({ name: "Nobody Knows It" }), url });

/** A server on this machine that must not be reached; on port 80 where that is allowed, which no guard of ports refuses. */
async function canary(): Promise<{ port: number; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.headers.host} ${request.url}`);
    response.end("inside");
  });
  const listen = (port: number) =>
    new Promise<boolean>((resolve) => {
      server.once("error", () => {
        resolve(false);
      });
      server.listen(port, "127.0.0.1", () => {
        resolve(true);
      });
    });
  if (!(await listen(80))) await listen(0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, hits };
}

test.each(Object.entries(FEATURES))(
  "%s reaches no inner address, directly or behind a redirect",
  async (_, use) => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const { port, hits } = await canary();
    const world = await connect();
    Object.assign(app, { integrations: world });
    const { site } = world.upstreams;
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const [index, host] of FORBIDDEN_HOSTS.entries()) {
      const inside = `http://${host.replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent)}:${port}/`;
      site.paths[`/to/${index}`] = { status: 302, headers: { location: inside }, body: "" };
      for (const url of [inside, `${site.origin}/to/${index}`]) {
        outcomes.push(...(await Promise.allSettled([use(app, user, url)])));
        // What was asked a moment ago is not asked again.
        world.advance(3_600_000);
      }
    }
    expect(hits).toEqual([]);
    expect(outcomes).toHaveLength(FORBIDDEN_HOSTS.length * 2);
    // Each redirect was really followed up to the point where it was refused.
    expect(site.hits.filter(({ url }) => url.pathname.startsWith("/to/")).length).toBeGreaterThanOrEqual(
      FORBIDDEN_HOSTS.length,
    );
  },
);

test.each(Object.entries(FEATURES))("%s reaches nothing through a name that leads inside", async (_, use) => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const { port, hits } = await canary();
  let looks = 0;
  // The first look leads to an address that is reserved for documentation, the later ones to this machine.
  const world = await connect({}, {}, (_name, answer) => {
    looks += 1;
    answer(null, [{ address: looks === 1 ? "203.0.113.7" : "127.0.0.1", family: 4 }]);
  });
  Object.assign(app, { integrations: world });
  for (const name of ["rebind.example", "www.rebind.example", "rebind.example."]) {
    await Promise.allSettled([use(app, user, `http://${name}:${port}/`)]);
    world.advance(3_600_000);
  }
  expect(hits).toEqual([]);
  // Names are looked up only where the port is one that a guard of ports lets through.
  expect(looks > 0).toBe(port === 80);
});

test("the canary does sing when the guard lets somebody through", async () => {
  const { port, hits } = await canary();
  const world = await connect({}, {});
  await world.pages.read(`http://127.0.0.1:${port}/`).catch(() => null);
  expect(hits).toEqual([]);
  const open = await connect({}, { OUTBOUND_ALLOW: `127.0.0.1:${port}` });
  await open.pages.read(`http://127.0.0.1:${port}/`).catch(() => null);
  expect(hits.length).toBeGreaterThan(0);
});
