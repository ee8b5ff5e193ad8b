import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { program } from "#tests/support/program.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";

test("a second server on the same database is refused at once, and the first goes on", async () => {
  const stackloop = program();
  const first = await stackloop.serve();
  const { code, stderr } = await stackloop.run(["serve"]);
  expect(code).toBe(1);
  expect(stderr).toEqual([
    `stackloop: another StackLoop process (${first.pid}) is already running on ./data/stackloop.db; ` +
      "stop it first, or set DATABASE_URL to another file",
  ]);
  const { status } = await fetch(`${first.origin}/readyz`);
  expect(status).toBe(200);
});

test.each([[["SIGTERM"]], [["SIGINT"]], [["SIGINT", "SIGINT", "SIGTERM"]]] as const)(
  "a server that is asked to stop by %j ends well and frees its database",
  async (signals) => {
    const stackloop = program();
    const server = await stackloop.serve();
    await signedUp(server.origin, "ada");
    expect(await server.stop(...signals)).toBe(0);
    expect(readdirSync(dirname(stackloop.database)).toSorted()).toEqual([
      "stackloop.db",
      "stackloop.db.lock",
    ]);
    const next = await stackloop.serve();
    expect(await next.stop("SIGTERM")).toBe(0);
  },
);

test("after a kill the next start works at once, with all that was acknowledged", async () => {
  const stackloop = program();
  const server = await stackloop.serve();
  await signedUp(server.origin, "ada");
  await server.stop("SIGKILL");
  const next = await stackloop.serve();
  const login = await restClient(next.origin).call("POST", "/api/login", {
    username: "ada",
    password: "secret-pass",
  });
  expect(login.status).toBe(200);
});

test("a taken port is told in one line", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.close();
  });
  await new Promise((resolve) => other.once("listening", resolve));
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, stderr } = await program().run(["serve"], { PORT: port });
  expect(code).toBe(1);
  expect(stderr).toEqual([
    `stackloop: another program listens on 127.0.0.1:${port} already; end it, or set PORT to another number`,
  ]);
});
