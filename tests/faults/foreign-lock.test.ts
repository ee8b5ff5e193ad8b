import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const HALF_OF_A_SESSION = 16 * 86_400_000;

/** A server whose database another program has locked for writing, until `unlock`. */
async function lockedServer() {
  const { app, origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const other = new Database(app.database.name);
  onTestFinished(() => {
    other.close();
  });
  return { app, ada, lock: () => other.exec("begin immediate"), unlock: () => other.exec("rollback") };
}

test("reads work while another program writes, and writes follow it", async () => {
  const { ada, lock, unlock } = await lockedServer();
  lock();
  let isWritten = false;
  const written = ada.call("POST", "/api/prompts", { name: "Wait", prompt: "for it" }).then((reply) => {
    isWritten = true;
    return reply;
  });
  for (const path of ["/api/user", "/api/ai-tools", "/api/prompts", "/api/readings", "/api/news"]) {
    expect((await ada.call("GET", path)).status).toBe(200);
  }
  expect(isWritten).toBe(false);
  unlock();
  expect((await written).status).toBe(201);
});

test("S5, R5: a session that cannot be extended stays valid, without a delay", async () => {
  const { app, ada, lock, unlock } = await lockedServer();
  await app.db
    .updateTable("session")
    .set({ expire: new Date(Date.now() + HALF_OF_A_SESSION - 2 * 86_400_000).toISOString() })
    .execute();
  lock();
  const read = await ada.call("GET", "/api/user");
  expect(read).toMatchObject({ status: 200, body: { username: "ada" } });
  unlock();
});
