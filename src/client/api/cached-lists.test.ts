import { http, HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";

import { mswServer } from "#tests/support/msw-server.ts";

import { forgetHeldLists, readCachedList } from "./cached-lists.ts";

afterEach(forgetHeldLists);

/** Serves the tools with an ETag; returns the statuses of its replies. */
function serveTools(reply: { etag: string; items: object[]; isSignedOut?: boolean }): number[] {
  const statuses: number[] = [];
  mswServer.use(
    http.get("*/api/ai-tools", ({ request }) => {
      const status = reply.isSignedOut
        ? 401
        : request.headers.get("If-None-Match") === reply.etag
          ? 304
          : 200;
      statuses.push(status);
      const headers = { ETag: reply.etag };
      if (status === 304) return new HttpResponse(null, { status, headers });
      return HttpResponse.json(status === 401 ? { message: "Sign in" } : reply.items, { status, headers });
    }),
  );
  return statuses;
}

const read = () => readCachedList("/api/ai-tools", new AbortController().signal);

test("does not send an unchanged list again", async () => {
  const reply = { etag: '"one"', items: [{ id: "a" }] };
  const statuses = serveTools(reply);
  const first = await read();
  expect(await read()).toBe(first);
  Object.assign(reply, { etag: '"two"', items: [{ id: "b" }] });
  expect(await read()).toEqual([{ id: "b" }]);
  expect(statuses).toEqual([200, 304, 200]);
});

test("clears all lists after signing out", async () => {
  const reply = { etag: '"one"', items: [{ id: "a" }], isSignedOut: false };
  const statuses = serveTools(reply);
  await read();
  forgetHeldLists();
  await read();
  reply.isSignedOut = true;
  await expect(read()).rejects.toThrow("Sign in");
  reply.isSignedOut = false;
  await read();
  expect(statuses).toEqual([200, 200, 401, 200]);
});
