import { expect, test } from "vitest";

import { withAda } from "#tests/support/program.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { THOROUGH } from "#tests/support/thorough.ts";

const DAY = 86_400_000;
const TOKEN = /^slt_[0-9A-Za-z]{49}$/mu;

const callWith = (origin: string, token: string, path = "/api/user") =>
  restClient(origin).call("GET", path, undefined, {
    authorization: `Bearer ${token}`,
    "user-agent": "nightly-export/2",
  });

test("a token created in a shell is printed once, works, is listed and revoked by its ID", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const made = await stackloop.run(["token", "create", "Nightly export", "--user", "ADA"]);
  const [token = ""] = TOKEN.exec(made.stdout) ?? [];
  const end = new Date(Date.now() + 90 * DAY).toISOString().slice(0, 10);
  expect(made).toEqual({
    code: 0,
    stdout: `${token}\nSigns in as ada, until ${end}. It isn't shown again.\nRead: Reads what its owner can see, and changes nothing.\n`,
    stderr: [],
  });
  expect(await callWith(server.origin, token)).toMatchObject({ status: 200, body: { username: "ada" } });
  await expect
    .poll(async () => (await callWith(server.origin, token, "/api/tokens")).body[0].lastUsedAt)
    .toBeTruthy();
  const { stdout } = await stackloop.run(["token", "list"]);
  const today = new Date().toISOString().slice(0, 10);
  expect(stdout).toContain(`until ${end}, used ${today} by nightly-export/2\n`);
  expect(stdout).not.toContain(token.slice(8));
  const id = /^\S+(?= {2}ada +read +slt_)/u.exec(stdout)?.[0] ?? "";
  expect(await stackloop.run(["token", "revoke", id])).toEqual({
    code: 0,
    stdout: "Revoked Nightly export of ada: programs that use it are now refused\n",
    stderr: [],
  });
  expect((await callWith(server.origin, token)).status).toBe(401);
  expect((await stackloop.run(["token", "list"])).stdout).toBe("There are no API tokens.\n");
});

test("tokens have JSON output, for all users or one", THOROUGH, async () => {
  const stackloop = await withAda();
  await stackloop.run(["user", "create", "bob"]);
  const json = async (...args: string[]) =>
    JSON.parse((await stackloop.run(["token", ...args, "--json"])).stdout);
  const made = await json("create", "Writer", "--user", "bob", "--scope", "write", "--expires", "never");
  expect(made).toEqual({
    id: expect.any(String),
    username: "bob",
    name: "Writer",
    scope: "write",
    expiresAt: null,
    token: expect.stringMatching(TOKEN),
  });
  const year = await json("create", "Reader", "--user", "ada", "--expires", "1y");
  expect(Date.parse(year.expiresAt) - Date.now()).toBeGreaterThan(364 * DAY);
  expect((await json("list")).tokens.map(({ name }: { name: string }) => name)).toEqual(["Reader", "Writer"]);
  expect(await json("list", "--user", "Bob")).toEqual({
    tokens: [
      {
        id: made.id,
        username: "bob",
        name: "Writer",
        prefix: made.token.slice(0, 8),
        scope: "write",
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
        lastClient: null,
      },
    ],
  });
  expect(await json("revoke", made.id)).toEqual({ id: made.id, username: "bob", name: "Writer" });
});

test("an expired token is listed as expired", async () => {
  const stackloop = await withAda();
  await stackloop.run(["token", "create", "Old", "--user", "ada"]);
  const database = await openTestDatabase(await stackloop.url());
  await database.db.updateTable("api_tokens").set({ expiresAt: "2026-05-03T10:00:00.000Z" }).execute();
  await database.close();
  expect((await stackloop.run(["token", "list"])).stdout).toContain(
    "Old: expired, until 2026-05-03, never used",
  );
});

test("invalid arguments get one clear line, and create nothing", async () => {
  const stackloop = await withAda();
  const refusals: [string[], number, string][] = [
    [["create", "Script", "--user", "zoe"], 1, "there is no user zoe; see: stackloop user list"],
    [["create", " ", "--user", "ada"], 64, "NAME is empty; usage: stackloop token create [options] <NAME>"],
    [
      ["create", "A\u001B[2J", "--user", "ada"],
      1,
      "Remove invisible control characters or broken symbols from this text",
    ],
    [["create", "Script", "--user", "ada", "--expires", "0d"], 1, "A token must be valid for at least a day"],
    [
      ["create", "Script", "--user", "ada", "--expires", "11y"],
      1,
      "A token can be valid for at most 3650 days, or never expire",
    ],
    [["list", "--user", "zoe"], 1, "there is no user zoe; see: stackloop user list"],
    [["revoke", "none"], 1, "there is no API token none; see: stackloop token list"],
    [["create", "Script"], 64, "--user is missing; usage: stackloop token create [options] <NAME>"],
    [
      ["create", "Script", "--user", "ada", "--scope", "admin"],
      64,
      '--scope must be read, add or write (it is "admin"); usage: stackloop token create [options] <NAME>',
    ],
    [
      ["create", "Script", "--user", "ada", "--expires", "soon"],
      64,
      '--expires must be a term such as 90d or 1y, or never (it is "soon"); usage: stackloop token create [options] <NAME>',
    ],
  ];
  for (const [words, code, line] of refusals) {
    expect(await stackloop.run(["token", ...words])).toEqual({
      code,
      stdout: "",
      stderr: [`stackloop: ${line}`],
    });
  }
  expect((await stackloop.run(["token", "list"])).stdout).toBe("There are no API tokens.\n");
  // Each command starts the program.
}, 120_000);
