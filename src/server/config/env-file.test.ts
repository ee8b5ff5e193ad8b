import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { parseEnvFile, readEnvFile } from "./env-file.ts";

const valuesIn = (text: string) =>
  Object.fromEntries(parseEnvFile(text, ".env").map(({ name, value }) => [name, value]));

test.each<[string, Record<string, string>]>([
  ["SCHEDULE_TIMEZONE= \nSIGNUP=closed\n", { SCHEDULE_TIMEZONE: "", SIGNUP: "closed" }],
  ["AI_MODEL=\t\r\nSIGNUP=closed \r\n", { AI_MODEL: "", SIGNUP: "closed" }],
  ["AI_MODEL=\rSIGNUP=closed", { AI_MODEL: "", SIGNUP: "closed" }],
  ["SIGNUP: closed", { SIGNUP: "closed" }],
  ["export SIGNUP=closed", { SIGNUP: "closed" }],
  ["  export\tSIGNUP\t=\tclosed\t# nobody", { SIGNUP: "closed" }],
  ["SIGNUP=closed # nobody # at all", { SIGNUP: "closed" }],
  ["SIGNUP= # nobody\nPORT=1", { SIGNUP: "", PORT: "1" }],
  ['SIGNUP="closed" # nobody\n', { SIGNUP: "closed" }],
  ["SIGNUP='closed'#nobody", { SIGNUP: "closed" }],
  ["SIGNUP=`closed`", { SIGNUP: "closed" }],
  ['SIGNUP=""\nPORT=""', { SIGNUP: "", PORT: "" }],
  ["DATABASE_URL=postgres://u:p#w=1@host/db?a=b#c", { DATABASE_URL: "postgres://u:p#w=1@host/db?a=b#c" }],
  ['BACKUP_DIR="/a # b"', { BACKUP_DIR: "/a # b" }],
  ["BACKUP_DIR='C:\\new\\'", { BACKUP_DIR: "C:\\new\\" }],
  ['BACKUP_DIR="C:\\new"', { BACKUP_DIR: "C:\\new" }],
  ['AI_MODEL="a \\"b\\" c"', { AI_MODEL: 'a "b" c' }],
  ["AI_MODEL=it's", { AI_MODEL: "it's" }],
  ["# PORT=1\n\n   # PORT=2\nPORT=3", { PORT: "3" }],
  ["PORT=1\nPORT=2", { PORT: "2" }],
  ["\u200BSIGNUP=closed\u200B\u00A0", { SIGNUP: "closed" }],
])("reads %j as %j", (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

test.each([
  ["PORT=1\nSIGNUP closed", "line 2 of .env can't be read; write NAME=value, or # in front of a comment"],
  ["closed", "line 1 of .env can't be read"],
  ["- SIGNUP=closed", "line 1 of .env can't be read"],
  ["=closed", "line 1 of .env can't be read"],
  [
    'AI_API_KEY="hush\nSIGNUP=closed',
    "line 1 of .env can't be read; the value of AI_API_KEY must be valid UTF-8; close its quotes on the same line; only a comment may follow",
  ],
  ['SIGNUP="clo"sed', "line 1 of .env can't be read; the value of SIGNUP"],
])("refuses %j with the line's number, without its text", (text, message) => {
  expect(() => parseEnvFile(text, ".env")).toThrow(message);
  expect(() => parseEnvFile(text, ".env")).not.toThrow(/hush/u);
});

const TEXT = "SIGNUP=closed\r\nBACKUP_DIR=/größe\r\n";
const bigEndian = () => Buffer.from(`\uFEFF${TEXT}`, "utf16le").swap16();

test.each([
  ["a byte order mark", Buffer.from(`\uFEFF${TEXT}`)],
  ["UTF-16", Buffer.from(`\uFEFF${TEXT}`, "utf16le")],
  ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le")],
  ["big-endian UTF-16", bigEndian()],
])("reads a file with %s", (_form, bytes) => {
  const file = join(temporaryFolder(), ".env");
  writeFileSync(file, bytes);
  expect(readEnvFile(file)).toEqual([
    { name: "SIGNUP", value: "closed", line: 1 },
    { name: "BACKUP_DIR", value: "/größe", line: 2 },
  ]);
});

test("refuses a value in another encoding, but accepts such a comment", () => {
  const file = join(temporaryFolder(), ".env");
  writeFileSync(file, Buffer.from("# für alle\nSIGNUP=closed\n", "latin1"));
  expect(readEnvFile(file)).toEqual([{ name: "SIGNUP", value: "closed", line: 2 }]);
  writeFileSync(file, Buffer.from("BACKUP_DIR=/größe\n", "latin1"));
  expect(() => readEnvFile(file)).toThrow("the value of BACKUP_DIR must be valid UTF-8");
});

test("accepts a missing file, and refuses a folder with its name", () => {
  const folder = temporaryFolder();
  expect(readEnvFile(join(folder, ".env"))).toEqual([]);
  mkdirSync(join(folder, ".env"));
  expect(() => readEnvFile(join(folder, ".env"))).toThrow("is a folder; replace it with a file");
});
