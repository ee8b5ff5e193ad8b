import { expect, test } from "vitest";

import { createDatabase } from "#tests/support/postgresql.ts";
import { program } from "#tests/support/program.ts";
import { signedUp } from "#tests/support/rest-client.ts";

test("user and password may come from the environment, for searches and exports in threads of their own too", async () => {
  const url = new URL(await createDatabase());
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const { origin } = await program().serve({
    DATABASE_URL: url.href,
    PGUSER: username,
    PGPASSWORD: password,
  });
  const ada = await signedUp(origin, "ada");
  await ada.call("POST", "/api/ai-tools", { name: "Whisper" });
  expect(await ada.call("GET", "/api/search?q=whisper")).toMatchObject({
    status: 200,
    body: { items: [{ kind: "tool" }] },
  });
  expect((await ada.call("GET", "/api/ai-tools/export/csv")).status).toBe(200);
});
