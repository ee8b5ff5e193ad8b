import { networkInterfaces } from "node:os";

import { expect, test } from "vitest";

import { freePort, listening } from "#tests/support/listening.ts";
import { program } from "#tests/support/program.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === "IPv6"),
);
const HOSTS = ["127.0.0.1", "0.0.0.0", "localhost", ...(hasIpv6 ? ["::", "::1"] : [])];
const portOf = (address: string) => new URL(address).port;

for (const HOST of HOSTS)
  test(`health finds a server that listens on ${HOST}`, thoroughUnless(HOST === HOSTS.at(-1)), async () => {
    const stackloop = program();
    // The server has a public name that a container can't resolve to itself.
    const { origin } = await stackloop.serve({ HOST, PUBLIC_URL: "https://stackloop.example.com" });
    expect(await stackloop.run(["health"], { HOST, PORT: portOf(origin) })).toEqual({
      code: 0,
      stdout: "ready\n",
      stderr: [],
    });
  });

test("health fails with the reason if the server isn't ready", async () => {
  const address = await listening((_request, response) => {
    response.writeHead(503, { "content-type": "application/json" });
    response.end('{"status":"unavailable","reason":"storage low"}');
  });
  const { code, stderr } = await program().run(["health"], { PORT: portOf(`http://${address}`) });
  expect([code, stderr]).toEqual([1, ["stackloop: storage low"]]);
});

test("health fails without a server, or with another program", async () => {
  const port = await freePort();
  const nobody = await program().run(["health"], { PORT: port });
  expect([nobody.code, nobody.stderr]).toEqual([
    1,
    [
      `stackloop: no StackLoop responds at http://127.0.0.1:${port}; start it, or set HOST and PORT to its address`,
    ],
  ]);
  const address = await listening((_request, response) => {
    response.end("It works!");
  });
  const other = await program().run(["health"], { PORT: portOf(`http://${address}`) });
  expect([other.code, other.stderr]).toEqual([
    1,
    [`stackloop: no StackLoop responds at http://${address}; start it, or set HOST and PORT to its address`],
  ]);
});
