import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createDatabase } from "#tests/support/postgresql.ts";
import { program } from "#tests/support/program.ts";
import { signedUp } from "#tests/support/rest-client.ts";

test("uses credentials from the environment and a password file, also for searches and exports in threads", async () => {
  const url = new URL(await createDatabase());
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const stackloop = program();
  const passwords = join(stackloop.folder, "passwords");
  writeFileSync(passwords, `*:*:*:${username}:${password}\n`, { mode: 0o600 });
  const { origin } = await stackloop.serve({
    DATABASE_URL: url.href,
    PGUSER: username,
    PGPASSFILE: passwords,
  });
  const ada = await signedUp(origin, "ada");
  await ada.call("POST", "/api/ai-tools", { name: "Whisper" });
  expect(await ada.call("GET", "/api/search?q=whisper")).toMatchObject({
    status: 200,
    body: { items: [{ kind: "tool" }] },
  });
  expect((await ada.call("GET", "/api/ai-tools/export/csv")).status).toBe(200);
});
