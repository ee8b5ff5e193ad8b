import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import { describe, expect, onTestFinished, test } from "vitest";

import { CONNECTION_LIMITS, listen, TIME_LIMITS } from "#server/web/server/http-server.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testApp } from "#tests/support/test-app.ts";

async function serving(environment: Record<string, string> = {}, limits: Parameters<typeof listen>[2] = {}) {
  const app = await testApp(environment);
  const { server, port } = await listen(app, null, limits);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  /** Opens a connection that waits for events, and so is never idle. */
  const watch = async (cookie: string): Promise<Socket> => {
    const socket = await open();
    socket.write(
      `GET /trpc/jobs.watch HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${cookie}\r\n\r\n`,
    );
    await once(socket, "data");
    return socket;
  };
  const getHealth = async () => {
    const socket = await open();
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    return text(socket);
  };
  return { app, open, watch, getHealth };
}

/** Reads until the connection is closed, even by a reset, which follows data sent to a closed one. */
async function whatComes(socket: Socket): Promise<string> {
  let received = "";
  socket.setEncoding("utf8").on("data", (part: string) => (received += part));
  socket.on("error", () => {});
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  return received;
}

const isClosed = (socket: Socket) => socket.closed || socket.destroyed;

describe("D3: idle connections", () => {
  test("beyond an address's limit close the one that has been idle longest", async () => {
    const { open, getHealth } = await serving({}, { connections: { total: 100, perAddress: 3 } });
    const idle = [await open(), await open(), await open()];
    expect(await getHealth()).toContain('{"status":"ok"}');
    await expect.poll(() => idle.map(isClosed)).toEqual([true, false, false]);
  });

  test("waiting for a reply stay, and an additional one is closed", async () => {
    const { app, open, watch } = await serving({}, { connections: { total: 100, perAddress: 2 } });
    const { cookie } = await buildPerson(app, "ada", "admin");
    const watching = [await watch(`Cookie: ${cookie}`), await watch(`Cookie: ${cookie}`)];
    const late = await open();
    await expect.poll(() => isClosed(late)).toBe(true);
    expect(watching.map(isClosed)).toEqual([false, false]);
  });

  test("behind a proxy count only towards the total", async () => {
    const { open, getHealth } = await serving(
      { TRUST_PROXY: "1" },
      { connections: { total: 4, perAddress: 1 } },
    );
    const idle = [await open(), await open(), await open(), await open()];
    expect(await getHealth()).toContain('{"status":"ok"}');
    await expect.poll(() => idle.map(isClosed)).toEqual([true, false, false, false]);
  });

  test("of one address never use all", () => {
    expect(CONNECTION_LIMITS.perAddress).toBeLessThanOrEqual(CONNECTION_LIMITS.total / 2);
  });
});

test("D3: slow headers are cut off in time", async () => {
  expect(TIME_LIMITS.headersTimeout + TIME_LIMITS.connectionsCheckingInterval).toBeLessThan(15_000);
  // Shorter limits use the same code and make the test fast.
  const { open } = await serving(
    {},
    { times: { ...TIME_LIMITS, headersTimeout: 200, connectionsCheckingInterval: 20 } },
  );
  const socket = await open();
  socket.write("GET / HTTP/1.1\r\nHost: ");
  expect(await whatComes(socket)).toMatch(/^HTTP\/1\.1 408/u);
});

test("D3: a slow body is cut off in time", async () => {
  expect(TIME_LIMITS.requestTimeout).toBeLessThanOrEqual(60_000);
  const times = { ...TIME_LIMITS, headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 20 };
  const { open } = await serving({}, { times });
  const socket = await open();
  socket.write(
    "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
  );
  expect(await whatComes(socket)).toMatch(/^HTTP\/1\.1 408/u);
});
