import { expect, test } from "vitest";

import { testApp } from "#tests/support/test-app.ts";

import { linkScanner } from "./link-scanner.service.ts";

test("waits for a commit once all changed items are scanned", async () => {
  const app = await testApp();
  const scan = linkScanner(app);
  expect(await scan()).toBeNull();
  await app.db
    .insertInto("link_queue")
    .values([
      { kind: "tool", itemId: "a" },
      { kind: "prompt", itemId: "b" },
    ])
    .execute();
  expect(await scan()).toBeGreaterThan(0);
  expect(await scan()).toBeNull();
});
