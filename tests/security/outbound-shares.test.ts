import { createServer } from "node:net";

import { expect, test } from "vitest";

import { checkPicture } from "#server/features/pictures/pictures.service.ts";
import { fetchReadingDetails } from "#server/features/readings/readings.service.ts";
import { pngImage } from "#tests/support/images.ts";
import { listening } from "#tests/support/listening.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { rawServer } from "#tests/support/upstreams/raw-server.ts";

/** Sites that accept every connection and never reply. */
async function silentSites(count: number) {
  const sites = await Promise.all(Array.from({ length: count }, () => rawServer(createServer())));
  return {
    hosts: sites.map(({ hostAndPort }) => hostAndPort),
    countConnections: () => sites.reduce((sum, { connections }) => sum + connections(), 0),
  };
}

const goodSite = () =>
  listening((request, response) => {
    const isPicture = request.url === "/a.png";
    response.setHeader("content-type", isPicture ? "image/png" : "text/html");
    response.end(isPicture ? pngImage() : "<html><head><title>A good page</title></head></html>");
  });

type LookUp = (app: TestApp, person: Person, host: string) => Promise<unknown>;

test.each<[string, number, number, LookUp]>([
  [
    "look-ups",
    4,
    2,
    (app, { user }, host) => fetchReadingDetails(app, user, { isbnOrUrl: `http://${host}/page` }),
  ],
  ["pictures", 8, 4, (app, { user }, host) => checkPicture(app, user, `http://${host}/a.png`)],
])("F5: sites that never reply to one person's %s delay nobody else", async (_what, sites, share, lookUp) => {
  const silent = await silentSites(sites);
  const good = await goodSite();
  const app = await testApp({ OUTBOUND_ALLOW: [...silent.hosts, good].join() });
  const [ada, bob] = [await buildPerson(app, "ada"), await buildPerson(app, "bob")];
  const hanging = silent.hosts.map((host) => lookUp(app, ada, host).then(String, String));
  await expect.poll(() => silent.countConnections(), { timeout: 20_000 }).toBe(share);

  const first = await Promise.race([lookUp(app, bob, good).then(() => "Bob has been answered"), ...hanging]);

  expect(first).toBe("Bob has been answered");
});
