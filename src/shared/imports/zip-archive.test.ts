import JSZip from "jszip";
import { expect, test } from "vitest";

import { unzip } from "./zip-archive.ts";

const archiveOf = (files: Record<string, string | Uint8Array>) => {
  const archive = new JSZip();
  for (const [path, content] of Object.entries(files)) archive.file(path, content);
  return archive.generateAsync({ type: "uint8array", compression: "DEFLATE" });
};

async function pathsIn(bytes: Uint8Array) {
  const unpacking = await unzip(bytes, (path) => !path.endsWith(".png"), { files: 100, megabytes: 2 });
  return unpacking.ok ? unpacking.files.map(({ path }) => path) : unpacking.message;
}

test("the wanted files come out in order, those of programs stay inside", async () => {
  const bytes = await archiveOf({
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

test("a path that leads out of the archive leads nowhere", async () => {
  expect(await pathsIn(await archiveOf({ "../../etc/one.md": "1" }))).toEqual(["etc/one.md"]);
});

test("what unpacks to more than its limit is refused before it is all unpacked", async () => {
  const bytes = await archiveOf({
    "a.md": new Uint8Array(1_500_000),
    "b.md": new Uint8Array(1_500_000),
  });
  expect(bytes.length).toBeLessThan(10_000);
  expect(await pathsIn(bytes)).toBe("This zip file unpacks to more than 2 MB. Split it into smaller ones.");
});

test("too many files are refused", async () => {
  const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.md`, ""]));
  expect(await pathsIn(await archiveOf(files))).toMatch(/^This zip file contains more than 100 files/u);
});

test("what is no archive, or a damaged one, is refused with a sentence", async () => {
  expect(await pathsIn(new TextEncoder().encode("PK and nothing else"))).toMatch(
    /^Couldn't read this zip file/u,
  );
  const bytes = await archiveOf({ "a.md": "The same words, the same words, the same words." });
  bytes.fill(0xff, 34, 44);
  expect(await pathsIn(bytes)).toMatch(/damaged/u);
});
