import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { expect, onTestFinished, test } from "vitest";

import { Draining } from "./draining.ts";

const HOUR_MS = 3_600_000;

async function serving(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  const draining = new Draining(server);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    draining,
    /** Sends requests over one connection, one after the other. */
    async ask(headers: Record<string, string> = {}): Promise<IncomingMessage> {
      const [reply] = await once(get({ port, agent, headers }), "response");
      return reply;
    },
  };
}

test("a subscription does not delay a server's shutdown", async () => {
  const { draining, ask } = await serving((_request, response) => {
    response.setHeader("Content-Type", "text/event-stream");
    response.write("data: 1\n\n");
  });
  const reply = await ask();
  expect(await draining.end(HOUR_MS)).toBe(true);
  await expect(text(reply)).rejects.toThrow("aborted");
});

test("a subscription without a reply yet does not delay it", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { draining, ask } = await serving(() => {
    arrive();
  });
  const pending = Promise.allSettled([ask({ accept: "text/event-stream" })]);
  await arrived;
  expect(await draining.end(HOUR_MS)).toBe(true);
  expect(await pending).toMatchObject([{ reason: { code: "ECONNRESET" } }]);
});

test("open requests get a reply, and new ones are refused", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { draining, ask } = await serving((_request, response) => {
    arrive();
    void released.then(() => response.end("done"));
  });
  const pending = ask();
  await arrived;
  const ended = draining.end(HOUR_MS);
  release();
  const reply = await pending;
  expect([await text(reply), reply.headers.connection]).toEqual(["done", "close"]);
  expect(await ended).toBe(true);
  await expect(ask()).rejects.toThrow("ECONNREFUSED");
});

test("a reply to a slow client arrives completely", async () => {
  const whole = "a".repeat(30_000_000);
  const { draining, ask } = await serving((_request, response) => response.end(whole));
  const reply = await ask();
  const ended = draining.end(HOUR_MS);
  expect((await text(reply)).length).toBe(whole.length);
  expect(await ended).toBe(true);
});

test("requests beyond the grace period are cut off", async () => {
  const { draining, ask } = await serving((_request, response) => response.write("begun"));
  const reply = await ask();
  expect(await draining.end(1)).toBe(false);
  await expect(text(reply)).rejects.toThrow("aborted");
});
