import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { migrations } from "#db/sqlite/migrations/index.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { program } from "#tests/support/program.ts";
import { restClient, signedUp, sortedStatuses } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { onSqliteAlone } from "#tests/support/test-database.ts";

const signUp = (origin: string, username: string) =>
  restClient(origin).call("POST", "/api/register", { username, password: PASSWORD });

const INVISIBLE = [
  ["a zero-width space", "adm\u200bin"],
  ["a zero-width joiner", "adm\u200din"],
  ["a byte order mark", "adm\ufeffin"],
  ["a right-to-left override", "\u202eadmin"],
  ["an isolate", "\u2068admin"],
  ["a Hangul filler", "admin\u3164"],
  ["a halfwidth Hangul filler", "admin\uffa0"],
  ["a Hangul initial filler", "admin\u115f"],
  ["a combining grapheme joiner", "ad\u034fmin"],
  ["a variation selector", "admin\ufe0f"],
  ["a supplementary variation selector", "admin\u{e0100}"],
  ["a Mongolian variation selector", "admin\u180b"],
  ["a Khmer inherent vowel", "admin\u17b4"],
  ["a tag character", "admin\u{e0061}"],
  ["an empty Braille pattern", "admin\u2800"],
  ["a null note head", "admin\u{1d159}"],
  ["a soft hyphen", "ad\u00admin"],
  ["a NUL", "admin\u0000"],
  ["a line break in it", "ad\nmin"],
  ["a line separator in it", "ad\u2028min"],
  ["a private character", "admin\ue000"],
  ["half of a pair", "admin\ud800"],
  ["a code point without a character", "admin\u0378"],
  ["nothing that shows", "\u3164"],
] as const;

describe("A6: a name with invisible characters is refused", () => {
  test.each(INVISIBLE)("%s", async (_what, username) => {
    const { app, origin } = await testServer();
    const { status, body } = await signUp(origin, username);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "Remove invisible characters from the username",
      issues: [{ path: "username" }],
    });
    expect(await app.db.selectFrom("users").select("id").execute()).toEqual([]);
  });
});

describe("A6: a name is taken in any case and form", () => {
  test.each([
    ["admin", ["Admin", "ADMIN", " admin ", "ａｄｍｉｎ", "ⓐⓓⓜⓘⓝ", "𝐚𝐝𝐦𝐢𝐧", "admın"]],
    ["Straße", ["STRASSE", "strasse", "STRAẞE", "ſtraſſe"]],
    ["Οδυσσεύς", ["ΟΔΥΣΣΕΎΣ", "οδυσσεύσ"]],
    ["Zoë Oﬃce", ["ZOE\u0308 office", "zoë\u00a0\u3000OFFICE"]],
  ])("%s", async (name, others) => {
    const { origin } = await testServer();
    await signedUp(origin, name);
    for (const username of others) {
      const reply = await signUp(origin, username);
      expect([username, reply.status, reply.body.message]).toEqual([
        username,
        409,
        "Username already exists",
      ]);
    }
  });

  test("and its owner can sign in with each of them", async () => {
    const { origin } = await testServer();
    await signedUp(origin, "Straße");
    for (const username of ["Straße", "STRASSE", " strasse ", "ＳＴＲＡẞＥ"]) {
      const { body } = await restClient(origin).call("POST", "/api/login", { username, password: PASSWORD });
      expect(body.username).toBe("Straße");
    }
  });

  test("and goes to only one of several at once", async () => {
    const { origin } = await testServer();
    const replies = await Promise.all(["ada", "ADA", "Ada", "ａda"].map((name) => signUp(origin, name)));
    expect(sortedStatuses(replies)).toEqual([201, 409, 409, 409]);
  });
});

/** Hashes of "secret of" and the name. They are fixed, because hashes of the tests' process are cheap. */
const HASHES = {
  Straße: "$argon2id$v=19$m=19456,t=2,p=1$9QvWbSpRAXdqDmw1aYr3xw$Ni8h14AnnQiBKfqClXhbkZhXPNQI+BevJHDMXibI6YQ",
  STRASSE:
    "$argon2id$v=19$m=19456,t=2,p=1$qu1PQXf+pMAJXBGkWzImZQ$R5KGoMd1wqhSWrjzXKeb9WKb5qDTQTBGRjGW1atHRfA",
};

/** The data of a version that accepted these two as different names, the first the older one. */
async function leaveTwoNames(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const database = openFile(file);
  const before = migrations.findIndex(({ name }) => name.endsWith("usernames"));
  await migrateFile(database, "before", { steps: migrations.slice(0, before) });
  for (const [index, [username, hash]] of Object.entries(HASHES).entries()) {
    const folded = username.toLowerCase();
    const createdAt = `2026-01-0${index + 1}T00:00:00.000Z`;
    await sql`insert into users (id, username, usernameFolded, password, createdAt, updatedAt)
      values (${username}, ${username}, ${folded}, ${hash}, ${createdAt}, ${createdAt})`.execute(database.db);
  }
  await database.close();
}

onSqliteAlone("with older databases", () => {
  test("A6: two accounts with names that became equal both sign in, and the doctor names the newer one", async () => {
    const stackloop = program();
    await leaveTwoNames(stackloop.database);
    const { origin } = await stackloop.serve();
    const logIn = (username: string, password: string) =>
      restClient(origin).call("POST", "/api/login", { username, password });
    expect((await logIn("Straße", "secret of Straße")).body.username).toBe("Straße");
    expect((await logIn("strasse", "secret of Straße")).body.username).toBe("Straße");
    expect((await logIn("STRASSE", "secret of STRASSE")).body.username).toBe("STRASSE");
    expect((await logIn("strasse", "secret of STRASSE")).status).toBe(401);
    for (const taken of ["STRASSE", "Straße", "strasse"])
      expect((await signUp(origin, taken)).status).toBe(409);

    const { stdout } = await stackloop.run(["doctor"]);
    expect(stdout).toContain(
      "note   user STRASSE: has to sign in with exactly this spelling; other spellings belong to an older account",
    );
    expect(stdout).not.toContain("user Straße");
    expect((await stackloop.run(["user", "promote", "STRASSE"])).stdout).toContain("STRASSE is now");
  });
});
