import { http, HttpResponse } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";

import { mswServer } from "#tests/support/msw-server.ts";

import { freshnessHeaders, recordRemoteChange, readCachedList } from "./trpc.ts";

const read = () => readCachedList("/api/ai-tools", new AbortController().signal);

test("reads all pages of a list", async () => {
  mswServer.use(
    http.get("*/api/ai-tools", ({ request }) =>
      new URL(request.url).searchParams.has("cursor")
        ? HttpResponse.json([{ id: "b" }])
        : HttpResponse.json([{ id: "a" }], {
            headers: { Link: '</api/ai-tools?cursor=a>; rel="next"' },
          }),
    ),
  );
  expect(await read()).toEqual([{ id: "a" }, { id: "b" }]);
});

test("fails with the server's message if the list is refused", async () => {
  mswServer.use(http.get("*/api/ai-tools", () => HttpResponse.json({ message: "Sign in" }, { status: 401 })));
  await expect(read()).rejects.toThrow("Sign in");
});

test("requests fresh data only within five seconds after a change", () => {
  let now = 60_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  expect(freshnessHeaders()).toEqual({});
  recordRemoteChange();
  expect(freshnessHeaders()).toEqual({ "x-after-change": "1" });
  now += 4999;
  expect(freshnessHeaders()).toEqual({ "x-after-change": "1" });
  now += 1;
  expect(freshnessHeaders()).toEqual({});
});
