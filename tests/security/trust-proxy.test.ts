import { expect, test } from "vitest";

import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

/** The addresses that the limits count a visitor's calls against. */
async function countedFor(forwardedFor: string, environment: Record<string, string>): Promise<string[]> {
  const { app, origin } = await testServer(environment);
  const seen: string[] = [];
  const limit = {
    count: (key: string) => Promise.resolve(void seen.push(key)),
    check: () => Promise.resolve(),
    undo: () => Promise.resolve(),
  };
  app.limits = { ...app.limits, visitors: limit, registrations: limit };
  const headers = { "x-forwarded-for": forwardedFor };
  const client = restClient(origin);
  await client.call("GET", "/api/ai-tools", undefined, headers);
  await client.call("POST", "/api/register", { username: "ada", password: "secret-pass" }, headers);
  return [...new Set(seen)];
}

const CLIENT = "203.0.113.7";

test("A4: without TRUST_PROXY nobody can fake an address with X-Forwarded-For", async () => {
  expect(await countedFor(CLIENT, {})).toEqual(["127.0.0.1"]);
});

test.each([
  ["1", CLIENT],
  ["127.0.0.1", CLIENT],
  ["loopback", CLIENT],
  // The client itself wrote everything to its left.
  ["1", `198.51.100.9, ${CLIENT}`],
  ["2", `198.51.100.9, ${CLIENT}, 192.0.2.1`],
])(
  "A4: with TRUST_PROXY=%s and X-Forwarded-For: %s the limits count the client",
  async (value, forwardedFor) => {
    expect(await countedFor(forwardedFor, { TRUST_PROXY: value })).toEqual([CLIENT]);
  },
);

test("A4: an untrusted proxy is ignored", async () => {
  expect(await countedFor(CLIENT, { TRUST_PROXY: "192.0.2.1" })).toEqual(["127.0.0.1"]);
});
