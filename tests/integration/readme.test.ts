import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const root = join(import.meta.dirname, "../..");

test("the script in the README does what it shows", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const example = /```ts readme-example\n(.+?)```/su.exec(readme)?.[1] ?? "";
  // In the clone, where "stackloop/client" is this package itself.
  const file = join(root, `.readme-example-${process.pid}.ts`);
  writeFileSync(file, example);
  onTestFinished(() => {
    rmSync(file);
  });
  const { origin } = await testServer();
  await signedUp(origin, "ada");
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, STACKLOOP: origin },
  });
  expect(stdout).toBe("Whisper: Runs on our own machine\n");
});

test("a typed client with a session's cookie needs no password", async () => {
  const { createStackloopClient } = await import("#client/api/stackloop-client.ts");
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const session = ada.cookie().split("=")[1] ?? "";
  const me = await createStackloopClient({ url: origin, session }).account.me.query();
  expect(me.username).toBe("ada");
  await expect(createStackloopClient({ url: origin }).account.me.query()).rejects.toThrow("Unauthorized");
});
