import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";

import { describe, expect, test } from "vitest";

import { systemOverview } from "#server/features/system/system.service.ts";
import { localOrigin } from "#server/web/server/own-host.ts";
import { tokenOf } from "#tests/support/assistant-client.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testServer } from "#tests/support/test-app.ts";

test.each([
  ["127.0.0.1", "http://localhost:3000"],
  ["0.0.0.0", "http://localhost:3000"],
  ["::", "http://localhost:3000"],
  ["localhost", "http://localhost:3000"],
  ["127.0.0.2", "http://127.0.0.2:3000"],
  ["192.168.1.5", "http://192.168.1.5:3000"],
  ["::1", "http://[::1]:3000"],
  ["stackloop.lan", "http://stackloop.lan:3000"],
])("with HOST=%s, links created outside requests use %s", (host, origin) => {
  expect(localOrigin(host, 3000)).toBe(origin);
});

/** A server, and an administrator who uses a given host name. */
async function reachedBy(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  const admin = await buildPerson(app, "grace", "admin");
  const ada = await buildPerson(app, "ada");
  const port = Number(new URL(origin).port);
  const send = async (
    host: string,
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method: body ? "POST" : "GET",
      agent: false,
      headers: { host, cookie: admin.cookie, "content-type": "application/json", ...headers },
    });
    sent.end(body && JSON.stringify(body));
    const [response] = await once(sent, "response");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what each call replies is checked by its test
    return (await json(response)) as Record<string, string>;
  };
  const advice = async () => (await systemOverview(app)).attention.map(({ id }) => id);
  return { app, admin, ada, port, send, advice };
}

describe("without PUBLIC_URL", () => {
  test.each(["192.168.7.5:8080", "localhost:8080", "[fd00::1]:8080", "10.1.2.3"])(
    "links use the address of the request, %s",
    async (host) => {
      const { app, admin, ada, send } = await reachedBy();
      const origin = `http://${host}`;
      const invite = await send(host, "/api/invites", { body: {} });
      expect(invite["url"]).toContain(`${origin}/?invite=`);
      const reset = await send(host, `/api/users/${ada.user.id}/reset-link`, { body: {} });
      expect(reset["url"]).toContain(`${origin}/?reset=`);
      const view = { section: "tools", filter: {} };
      const follow = await send(host, "/api/follows", { body: { view } });
      const atom = follow["atomUrl"] ?? "";
      expect(atom).toContain(`${origin}/feeds/`);
      const path = new URL(follow["jsonUrl"] ?? "").pathname;
      expect(await send(host, path)).toMatchObject({ feed_url: `${origin}${path}` });
      expect(await send("127.0.0.9", path)).toMatchObject({ feed_url: `http://127.0.0.9${path}` });
      const { token } = await tokenOf(app, admin);
      const headers = { authorization: `Bearer ${token}`, cookie: "" };
      const document = await send(host, "/api/openapi.json", { headers });
      // OpenAPI linters treat localhost as an example.
      const url = origin.replace("//localhost", "//127.0.0.1");
      expect(document["servers"]).toEqual([expect.objectContaining({ url })]);
    },
  );

  test("links start with https behind a trusted https proxy", async () => {
    const { send } = await reachedBy({ TRUST_PROXY: "1" });
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" };
    const invite = await send("192.168.7.5", "/api/invites", { body: {}, headers });
    expect(invite["url"]).toMatch(/^https:\/\/192\.168\.7\.5\/\?invite=/u);
  });

  test.each([
    ["ftp", "http://192.168.7.5/"],
    ["javascript", "http://192.168.7.5/"],
    ["https, http", "https://192.168.7.5/"],
    ["HTTPS", "https://192.168.7.5/"],
    ["wss", "http://192.168.7.5/"],
  ])("links use http or https if a proxy names the protocol %s", async (protocol, start) => {
    const { send } = await reachedBy({ TRUST_PROXY: "1" });
    const headers = { "x-forwarded-proto": protocol };
    const invite = await send("192.168.7.5", "/api/invites", { body: {}, headers });
    expect(invite["url"]?.startsWith(`${start}?invite=`)).toBe(true);
  });

  test.each(["192.168.7.5:99999", "localhost:65536", ":80", "[fd00::1", "192.168.7.5:80:80"])(
    "a request for the impossible address %j gets 421 or 400",
    async (host) => {
      const { app, send } = await reachedBy();
      const body = await send(host, "/api/invites", { body: {} }).catch(() => ({ code: "BAD" }));
      expect(["MISDIRECTED_REQUEST", "BAD"]).toContain(body.code);
      expect(await app.db.selectFrom("one_time_links").selectAll().execute()).toEqual([]);
    },
  );

  test("C6: another host gets 421 for any request, and appears in no reply", async () => {
    const { app, send } = await reachedBy();
    const forged: Record<string, string>[] = [{}, { "x-forwarded-host": "evil.example" }];
    for (const headers of forged) {
      const reply = await send("evil.example", "/api/invites", { body: {}, headers });
      expect(reply["code"]).toBe("MISDIRECTED_REQUEST");
      expect(JSON.stringify(reply)).not.toContain("evil");
    }
    const named = await send("localhost", "/api/invites", {
      body: {},
      headers: { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    });
    expect(named["url"]).toMatch(/^http:\/\/localhost\/\?invite=/u);
    expect(app.isReachedByOtherName).toBe(false);
  });

  test("System asks for PUBLIC_URL once a signed-in person uses a host other than localhost", async () => {
    const { send, advice } = await reachedBy();
    await send("localhost:1", "/api/follows");
    await send("127.0.0.1", "/api/follows");
    await send("192.168.7.5", "/api/follows", { headers: { cookie: "" } });
    expect(await advice()).not.toContain("no-public-url");
    await send("192.168.7.5", "/api/follows");
    expect(await advice()).toContain("no-public-url");
  });
});

test("with PUBLIC_URL, links use it, and System asks for nothing", async () => {
  const { app, send, advice } = await reachedBy({ PUBLIC_URL: "http://stackloop.example" });
  app.publicUrl = "http://stackloop.example";
  const invite = await send("stackloop.example", "/api/invites", { body: {} });
  expect(invite["url"]).toMatch(/^http:\/\/stackloop\.example\/\?invite=/u);
  expect(await advice()).not.toContain("no-public-url");
});
