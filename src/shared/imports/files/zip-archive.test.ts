import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

import { unzip } from "./zip-archive.ts";

const archiveOf = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
  );

async function pathsIn(bytes: Uint8Array) {
  const unpacking = await unzip(bytes, (path) => !path.endsWith(".png"), { files: 100, megabytes: 2 });
  return unpacking.ok ? unpacking.files.map(({ path }) => path) : unpacking.message;
}

test("extracts the wanted files in order, and skips those of programs", async () => {
  const bytes = archiveOf({
    "b/two.md": "2",
    "a/one.md": "1",
    "a/picture.png": "x",
    "__MACOSX/a/._one.md": "x",
    ".git/config": "x",
    "a/.DS_Store": "x",
  });
  expect(await pathsIn(bytes)).toEqual(["a/one.md", "b/two.md"]);
  const unpacking = await unzip(bytes, (path) => path === "a/one.md");
  expect(unpacking.ok && new TextDecoder().decode(unpacking.files[0]?.bytes)).toBe("1");
});

test("ignores paths outside the archive", async () => {
  expect(await pathsIn(archiveOf({ "../../etc/one.md": "1" }))).toEqual(["etc/one.md"]);
});

test("stops unpacking at its limit", async () => {
  const bytes = archiveOf({
    "a.md": new Uint8Array(1_500_000),
    "b.md": new Uint8Array(1_500_000),
  });
  expect(bytes.length).toBeLessThan(10_000);
  expect(await pathsIn(bytes)).toBe("This zip file unpacks to more than 2 MB. Split it into smaller ones.");
});

test("refuses too many files", async () => {
  const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.md`, ""]));
  expect(await pathsIn(archiveOf(files))).toMatch(/^This zip file contains more than 100 files/u);
});

test("refuses a damaged archive, or another file, with a message", async () => {
  expect(await pathsIn(new TextEncoder().encode("PK and nothing else"))).toMatch(
    /^Couldn't read this zip file/u,
  );
  const bytes = archiveOf({ "a.md": "The same words, the same words, the same words." });
  bytes.fill(0xff, 34, 44);
  expect(await pathsIn(bytes)).toMatch(/damaged/u);
});

test("refuses a file with a size other than declared", async () => {
  const bytes = archiveOf({ "a.md": new Uint8Array(1_000_000) });
  const directory = Buffer.from(bytes.buffer).lastIndexOf("PK\u0001\u0002");
  new DataView(bytes.buffer).setUint32(directory + 24, 10, true);
  expect(await pathsIn(bytes)).toMatch(/^Couldn't read this zip file/u);
});

test("reads an undeclared UTF-8 name", async () => {
  const bytes = archiveOf({ "日本/é.md": "1" });
  expect(await pathsIn(bytes)).toEqual(["日本/é.md"]);
  const view = Buffer.from(bytes.buffer);
  view[7] = 0;
  view[view.lastIndexOf("PK\u0001\u0002") + 9] = 0;
  expect(await pathsIn(bytes)).toEqual(["日本/é.md"]);
});
