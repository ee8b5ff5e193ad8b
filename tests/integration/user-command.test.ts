import { expect, test } from "vitest";

import { PASSWORD } from "#tests/support/people.ts";
import { withAda } from "#tests/support/program.ts";
import { restClient, signedIn } from "#tests/support/rest-client.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

test("S6: an account is disabled, enabled, renamed and deleted in a shell while a server runs", async () => {
  const stackloop = await withAda();
  await stackloop.run(["user", "create", "bob", "--password", PASSWORD]);
  const { origin } = await stackloop.serve();
  const bob = await signedIn(origin, "bob");
  const shell = async (...args: string[]) => {
    const { code, stdout, stderr } = await stackloop.run(["user", ...args]);
    return code === 0 ? stdout.trim() : stderr.join("\n");
  };
  const logIn = (username: string) =>
    restClient(origin).call("POST", "/api/login", { username, password: PASSWORD });

  expect(await shell("disable", "BOB")).toBe("bob is disabled and signed out everywhere");
  expect((await bob.call("GET", "/api/user")).status).toBe(401);
  expect(await logIn("bob")).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("disabled") },
  });
  expect(await shell("list")).toMatch(/^bob +user +since \d{4}-\d\d-\d\d disabled on \d{4}-\d\d-\d\d$/mu);
  expect(await shell("enable", "bob")).toBe("bob can sign in again");
  expect(await shell("rename", "bob", "robert")).toBe("bob is now robert");
  expect((await logIn("robert")).status).toBe(200);
  expect(await shell("delete", "robert")).toBe("Deleted the account of robert. Their content stays.");
  expect((await logIn("robert")).status).toBe(401);
  for (const name of ["bob", "robert"])
    expect(await shell("create", name)).toContain(
      "This username belonged to another account. Choose another.",
    );
  expect(await shell("delete", "robert")).toContain("there is no user robert; see: stackloop user list");
});

for (const action of ["disable", "delete", "demote"])
  test(`the last admin is protected from user ${action}`, thoroughUnless(action === "delete"), async () => {
    const stackloop = await withAda();
    await stackloop.run(["user", "promote", "ada"]);
    const { code, stderr } = await stackloop.run(["user", action, "ada"]);
    expect([code, stderr.join("\n")]).toEqual([
      1,
      expect.stringContaining(`You can't ${action} the last admin. Make someone else an admin first.`),
    ]);
  });
