import { expect, onTestFinished, test } from "vitest";

import { createToken, revokeToken } from "#server/features/users/tokens.service.ts";
import { listen } from "#server/web/server/http-server.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { buildPerson } from "#tests/support/people.ts";
import { rawRequest } from "#tests/support/raw-request.ts";
import { testApp } from "#tests/support/test-app.ts";

/** A server that gets this client address for every connection. */
async function servingTo(address: string | null, environment: Record<string, string> = {}) {
  const app = await testApp(environment);
  const { server, port } = await listen(app, null);
  if (address !== null)
    server.prependListener("connection", (socket) => {
      Object.defineProperty(socket, "remoteAddress", { value: address });
    });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** The status of a reply, and whether it contains metrics. */
  const ask = async (headers: Record<string, string> = {}, method = "GET") => {
    const { status, body } = await rawRequest(port, { method, path: "/metrics", headers });
    return [status, body.includes("stackloop_build_info")];
  };
  return { app, ask };
}

const TOLD = [200, true];
const SIGN_IN = [401, false];
const ELSEWHERE = "192.0.2.44";

test.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
  "H6: a program on this machine, from %s, reads the metrics",
  async (address) => {
    const { ask } = await servingTo(address);
    expect(await ask()).toEqual(TOLD);
    expect(await ask({}, "HEAD")).toEqual([200, false]);
    for (const method of ["POST", "PUT", "DELETE", "PURGE"])
      expect(await ask({}, method)).toEqual([405, false]);
  },
);

test.each([ELSEWHERE, "10.0.0.7", "::ffff:10.0.0.7", "fe80::1", ""])(
  "H6: a client from %s has to sign in",
  async (address) => {
    const { ask } = await servingTo(address);
    expect(await ask()).toEqual(SIGN_IN);
    expect(await ask({ host: "127.0.0.1" })).toEqual(SIGN_IN);
  },
);

test.each(["", "1", "loopback", "2"])(
  "H6: with TRUST_PROXY=%s, visitors through a proxy on this machine don't count as local",
  async (TRUST_PROXY) => {
    const { ask } = await servingTo(null, { TRUST_PROXY });
    for (const [name, value] of [
      ["x-forwarded-for", "127.0.0.1"],
      ["X-Forwarded-For", "127.0.0.1, 127.0.0.1"],
      ["x-forwarded-proto", "https"],
      ["x-forwarded-host", "localhost"],
      ["forwarded", "for=127.0.0.1"],
      ["x-real-ip", "127.0.0.1"],
      ["via", "1.1 proxy"],
      ["cf-connecting-ip", "127.0.0.1"],
    ] as const)
      expect([name, ...(await ask({ [name]: value }))]).toEqual([name, ...SIGN_IN]);
    // A direct request by a program on this machine.
    expect(await ask()).toEqual(TOLD);
  },
);

test("H6: no client elsewhere counts as local because of its headers", async () => {
  const { ask } = await servingTo(ELSEWHERE, { TRUST_PROXY: "1" });
  for (const header of ["x-forwarded-for", "x-real-ip", "forwarded", "host"])
    expect(await ask({ [header]: "127.0.0.1" })).toEqual(SIGN_IN);
});

test("H6: a page on a foreign host name that leads here reads no metrics, even with PUBLIC_URL", async () => {
  for (const environment of [undefined, { PUBLIC_URL: "https://stackloop.example.com", TRUST_PROXY: "1" }]) {
    const { ask } = await servingTo(null, environment);
    for (const host of ["rebound.example", "localhost.rebound.example", "127.0.0.1.rebound.example"])
      expect([host, ...(await ask({ host }))]).toEqual([host, ...SIGN_IN]);
    for (const host of ["localhost", "127.0.0.1:3000", "[::1]:3000"])
      expect([host, ...(await ask({ host }))]).toEqual([host, ...TOLD]);
  }
});

test("H6: only admins who sign in read the metrics", async () => {
  const { app, ask } = await servingTo(ELSEWHERE);
  const [ada, grace] = [await buildPerson(app, "ada"), await buildPerson(app, "grace", "admin")];
  expect(await ask({ cookie: ada.cookie })).toEqual([403, false]);
  expect(await ask({ cookie: grace.cookie })).toEqual(TOLD);
});

test("H6: only an admin's token reads the metrics, under any name of the server", async () => {
  const { app, ask } = await servingTo(ELSEWHERE, { PUBLIC_URL: "https://stackloop.example.com" });
  const [ada, grace] = [await buildPerson(app, "ada"), await buildPerson(app, "grace", "admin")];
  const wanted = newTokenSchema.parse({ name: "Prometheus", scope: "read" });
  const [ofUser, ofAdmin] = [
    await createToken(app, ada.user, wanted),
    await createToken(app, grace.user, wanted),
  ];
  const askBy = (token: string, headers = {}) => ask({ authorization: `Bearer ${token}`, ...headers });
  expect(await askBy(ofUser.token)).toEqual([403, false]);
  expect(await askBy("slt_made-up")).toEqual(SIGN_IN);
  expect(await askBy(ofAdmin.token)).toEqual(TOLD);
  expect(await askBy(ofAdmin.token, { host: "stackloop:3000", "x-forwarded-for": "10.0.0.9" })).toEqual(TOLD);
  await revokeToken(app, grace.user, { id: ofAdmin.id });
  expect(await askBy(ofAdmin.token)).toEqual(SIGN_IN);
});
