import type { IncomingHttpHeaders } from "node:http";

import { expect, test } from "vitest";

import { VERSION } from "#server/version.ts";
import { isNewer } from "#shared/operations/system.ts";
import { listening } from "#tests/support/listening.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { signedUpAdmin, testServer } from "#tests/support/test-app.ts";

const RELEASE = { tag_name: "v99.1.0", html_url: "https://github.com/owner/name/releases/tag/v99.1.0" };

/** A server whose source of releases records the headers of requests. */
async function world() {
  const requests: IncomingHttpHeaders[] = [];
  const host = await listening((request, response) => {
    requests.push(request.headers);
    response.end(JSON.stringify(RELEASE));
  });
  const url = `http://${host}/releases/latest`;
  const { app, origin } = await testServer({ RELEASES_URL: url, OUTBOUND_ALLOW: host });
  const admin = await signedUpAdmin(app, origin);
  return {
    requests,
    host,
    origin,
    check: async () => (await app.jobs.start("release.check", "schedule")).ended,
    switchTo: (isOn: boolean) => admin.call("POST", "/trpc/system.checkReleases", { isOn }),
    updates: async () => (await admin.call("GET", "/api/system")).body.updates,
  };
}

test("nothing is requested until an administrator switches the check on", async () => {
  const { requests, host, updates, check, switchTo } = await world();
  await check();
  expect(requests).toEqual([]);
  expect(await updates()).toEqual({ host, isOn: false, newest: null });

  expect((await switchTo(true)).status).toBe(200);
  await check();
  expect(await updates()).toEqual({ host, isOn: true, newest: { version: "99.1.0", url: RELEASE.html_url } });
  for (const headers of requests) {
    expect(headers["user-agent"]).toBe(`StackLoop/${VERSION}`);
    expect(JSON.stringify(headers)).not.toContain("+http");
  }

  const sent = requests.length;
  await switchTo(false);
  await check();
  expect(requests).toHaveLength(sent);
  expect(await updates()).toEqual({ host, isOn: false, newest: null });
});

test("only administrators switch it, and only with an address", async () => {
  const { origin } = await world();
  const ada = await signedUp(origin, "ada");
  expect((await ada.call("POST", "/trpc/system.checkReleases", { isOn: true })).status).toBe(403);
  expect((await restClient(origin).call("POST", "/trpc/system.checkReleases", { isOn: true })).status).toBe(
    401,
  );
  const without = await testServer();
  const admin = await signedUpAdmin(without.app, without.origin);
  const { status, body } = await admin.call("POST", "/trpc/system.checkReleases", { isOn: true });
  expect([status, body.error.message]).toEqual([
    409,
    "Set RELEASES_URL and restart StackLoop to check for new releases.",
  ]);
});

test.each([
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "0.99.9", true],
  ["0.2.0", "0.2.0", false],
  ["0.2.0", "0.10.0", false],
])("%s is newer than %s: %s", (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected);
});
