import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";

import { expect, onTestFinished, test, vi } from "vitest";

import { StorageError } from "#db/errors.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { serve, testApp } from "#tests/support/test-app.ts";

const AWAY = "The database cannot be reached. Try again in a moment.";

/** A product that knows other processes' changes only once `catchUp` resolves. */
async function servingAfter(catchUp: () => Promise<void>) {
  const app = await testApp();
  app.database.catchUp = { isFresh: () => false, run: catchUp };
  const { cookie } = await buildPerson(app, "ada");
  return { app, cookie, origin: await serve(app) };
}

/** The replies that this process's servers start from now on. */
function repliesBegun(): readonly ServerResponse[] {
  const replies: ServerResponse[] = [];
  const note = (message: unknown) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node.js documents of this channel
    const { response } = message as { response: ServerResponse };
    replies.push(response);
  };
  subscribe("http.server.request.start", note);
  onTestFinished(() => void unsubscribe("http.server.request.start", note));
  return replies;
}

test("a client that disconnects while waiting for other processes' changes leaves nothing open", async () => {
  const asked = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const { app, cookie, origin } = await servingAfter(() => {
    asked.resolve();
    return known.promise;
  });
  const opened = vi.spyOn(app.subscriptions, "open");
  const replies = repliesBegun();
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /trpc/events.watch?input=%7B%7D HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n` +
      "Accept: text/event-stream\r\n\r\n",
  );
  await asked.promise;
  const other = restClient(origin).call("GET", "/api/user", undefined, { cookie });
  const [reply] = replies;
  socket.destroy();
  if (reply && !reply.destroyed) await once(reply, "close");
  known.resolve();
  expect((await other).status).toBe(200);
  expect(opened).not.toHaveBeenCalled();
});

test("a call that can't learn of other processes' changes is refused in its own format, and counted", async () => {
  const { app, cookie, origin } = await servingAfter(() =>
    Promise.reject(new StorageError("unreachable", "the line is cut")),
  );
  const counted = vi.spyOn(app.requests, "countRequest");
  const rest = await restClient(origin).call("GET", "/api/user", undefined, { cookie });
  expect(rest).toMatchObject({ status: 503, body: { message: AWAY, code: "SERVICE_UNAVAILABLE" } });
  expect(rest.headers.get("x-request-id")).not.toBeNull();
  const trpc = await fetch(`${origin}/trpc/account.me`, { headers: { cookie } });
  expect(trpc.status).toBe(503);
  expect(await trpc.json()).toMatchObject({ error: { message: AWAY, data: { httpStatus: 503 } } });
  await vi.waitFor(() => {
    for (const route of ["/api/user", "trpc:account.me"])
      expect(counted).toHaveBeenCalledWith(expect.objectContaining({ route, status: 503 }));
  });
});

test("cached content is not returned before other processes' changes are known", async () => {
  let isAway = false;
  const { cookie, origin } = await servingAfter(() =>
    isAway ? Promise.reject(new StorageError("unreachable", "the line is cut")) : Promise.resolve(),
  );
  const ask = async () =>
    (await restClient(origin).call("GET", "/api/ai-tools", undefined, { cookie })).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  isAway = true;
  expect(await ask()).toBe(503);
});

test("a page notified of a change gets a reply once other processes' changes are known", async () => {
  const app = await testApp();
  const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
  app.database.catchUp = { isFresh: () => true, run };
  const { cookie } = await buildPerson(app, "ada");
  const { call } = restClient(await serve(app));
  const longAgo = { cookie: `${cookie}; lastWrite=1` };
  expect((await call("GET", "/api/ai-tools", undefined, longAgo)).status).toBe(200);
  expect(run).not.toHaveBeenCalled();
  await call("GET", "/api/ai-tools", undefined, { ...longAgo, "x-after-change": "1" });
  expect(run).toHaveBeenCalledOnce();
});
