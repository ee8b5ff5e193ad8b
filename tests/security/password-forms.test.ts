import { argon2Sync, randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { MIN_PASSWORD_LENGTH } from "#shared/accounts/user-rules.ts";
import { MAX_PASSWORD_LENGTH } from "#shared/accounts/users.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

/** A server, and calls that sign in and up. */
async function world() {
  const { app, origin } = await testServer();
  const call = (path: string, body: unknown, cookie = "") =>
    restClient(origin).call("POST", path, body, cookie === "" ? {} : { cookie });
  const logIn = async (username: string, password: string) =>
    (await call("/api/login", { username, password })).status;
  return { app, call, logIn };
}

/** A hash of an older version: of the password as typed. */
function hashAsTyped(password: string): string {
  const nonce = randomBytes(16);
  const hash = argon2Sync("argon2id", {
    message: password,
    nonce,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(nonce)}$${unpadded(hash)}`;
}

const NFC = "Gr\u00f6\u00dfe-\u00e9t\u00e9";
const NFD = NFC.normalize("NFD");

test.each([
  ["composed and decomposed letters", NFC, NFD],
  ["decomposed and composed letters", NFD, NFC],
  ["wide and narrow letters", "\uff30\uff41\uff53\uff53\uff57\uff4f\uff52\uff44", "Password"],
  ["a ligature and its letters", "\ufb01sh-\ufb01sh", "fish-fish"],
  [
    "half-width and full-width kana",
    "\uff8a\uff9f\uff7d\uff9c\uff70\uff84\uff9e1",
    "\u30d1\u30b9\u30ef\u30fc\u30c91",
  ],
  ["Hangul in parts and whole", "\u1112\u1161\u11ab\u1100\u1173\u11af-abc", "\ud55c\uae00-abc"],
])("A7: a password is the same in any Unicode form: %s", async (_name, set, typed) => {
  const { call, logIn } = await world();
  expect((await call("/api/register", { username: "ada", password: set })).status).toBe(201);
  expect([await logIn("ada", set), await logIn("ada", typed)]).toEqual([200, 200]);
  expect(await logIn("ada", `${typed}x`)).toBe(401);
});

test("A7: the length of a password is counted in one form", async () => {
  const { call, logIn } = await world();
  const register = async (username: string, password: string) =>
    (await call("/api/register", { username, password })).status;
  const letters = (count: number) => "é".repeat(count).normalize("NFD");
  expect(await register("ada", letters(MIN_PASSWORD_LENGTH - 1))).toBe(400);
  expect(await register("ada", letters(MIN_PASSWORD_LENGTH))).toBe(201);
  expect(await register("bob", letters(MAX_PASSWORD_LENGTH))).toBe(201);
  expect(await register("eve", letters(MAX_PASSWORD_LENGTH + 1))).toBe(400);
  expect(await logIn("bob", letters(MAX_PASSWORD_LENGTH).normalize("NFC"))).toBe(200);
});

test("A7: another letter or case is another password", async () => {
  const { call, logIn } = await world();
  await call("/api/register", { username: "ada", password: NFC });
  for (const other of [NFC.toUpperCase(), NFC.replaceAll("\u00e9", "e"), NFC.toLowerCase()])
    expect(await logIn("ada", other)).toBe(401);
});

/** A person with an older version's hash, and the stored hash. */
async function olderHash(stored: string) {
  const { app, logIn } = await world();
  const { user } = await buildPerson(app, "ada");
  const password = hashAsTyped(stored);
  await app.db.updateTable("users").set({ password }).where("id", "=", user.id).execute();
  const readHash = async () =>
    (await app.db.selectFrom("users").select("password").where("id", "=", user.id).executeTakeFirstOrThrow())
      .password;
  return { logIn, password, readHash };
}

test("A7: a hash of decomposed characters by an older version is accepted in any form, and replaced", async () => {
  const { logIn, password, readHash } = await olderHash(NFD);
  expect(await logIn("ada", `${NFD}x`)).toBe(401);
  for (const typed of [NFC, NFD]) expect(await logIn("ada", typed)).toBe(200);
  await expect.poll(readHash).not.toBe(password);
  for (const typed of [NFD, NFC]) expect(await logIn("ada", typed)).toBe(200);
});

test("A7: a hash of composed characters by an older version is accepted in any form, and stays", async () => {
  const { logIn, password, readHash } = await olderHash(NFC);
  for (const typed of [NFC, NFD]) expect(await logIn("ada", typed)).toBe(200);
  expect(await readHash()).toBe(password);
});

test("A7: the current password is compared in any form when a new one is set", async () => {
  const { app, call, logIn } = await world();
  const { cookie } = await buildPerson(app, "ada");
  const change = (currentPassword: string, newPassword: string) =>
    call("/api/user/password", { currentPassword, newPassword }, cookie);
  expect((await change(PASSWORD, NFD)).status).toBe(200);
  expect((await change(NFC, "plain-secret")).status).toBe(200);
  expect(await logIn("ada", "plain-secret")).toBe(200);
});
