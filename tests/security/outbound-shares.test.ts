import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { checkPicture } from "#server/features/pictures/pictures.service.ts";
import { lookUpReading } from "#server/features/readings/lookup.service.ts";
import { pngImage } from "#tests/support/images.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";

/** Listens on a free port of this machine; answers the host and port. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sites that take every connection and never say a word. */
async function silentSites(count: number) {
  const sockets = new Set<Socket>();
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => {
      socket.on("error", () => {});
      sockets.add(socket);
    }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });
  return { hosts: await Promise.all(servers.map(listening)), countAsked: () => sockets.size };
}

async function goodSite(): Promise<string> {
  const server = createHttpServer((request, response) => {
    const isPicture = request.url === "/a.png";
    response.setHeader("content-type", isPicture ? "image/png" : "text/html");
    response.end(isPicture ? pngImage() : "<html><head><title>A good page</title></head></html>");
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

type LookUp = (app: TestApp, person: Person, host: string) => Promise<unknown>;

test.each<[string, number, number, LookUp]>([
  ["look-ups", 4, 2, (app, { user }, host) => lookUpReading(app, user, { isbnOrUrl: `http://${host}/page` })],
  ["pictures", 8, 4, (app, { user }, host) => checkPicture(app, user, `http://${host}/a.png`)],
])(
  "F5: sites that never answer one person's %s keep nobody else waiting",
  async (_what, sites, share, lookUp) => {
    const silent = await silentSites(sites);
    const good = await goodSite();
    const app = await testApp({ OUTBOUND_ALLOW: [...silent.hosts, good].join() });
    const [ada, bob] = [await buildPerson(app, "ada"), await buildPerson(app, "bob")];
    const hanging = silent.hosts.map((host) => lookUp(app, ada, host).then(String, String));
    await expect.poll(() => silent.countAsked(), { timeout: 20_000 }).toBe(share);

    const first = await Promise.race([
      lookUp(app, bob, good).then(() => "Bob has been answered"),
      ...hanging,
    ]);

    expect(first).toBe("Bob has been answered");
  },
);
