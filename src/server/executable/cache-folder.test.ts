import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { makeCacheFolder } from "./cache-folder.ts";

const nobody = () => null;
const isRoot = process.getuid?.() === 0;

/** A place where no folder can be made, for root neither. */
function unwritable(): string {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  return file;
}

test("the cache is a folder for this account alone, where the environment or the account's home has it", () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const systemd = { CACHE_DIRECTORY: `${at("systemd")}:${at("second")}`, XDG_CACHE_HOME: at("xdg") };
  expect(makeCacheFolder({ ...systemd, HOME: at("home") }, nobody)).toBe(at("systemd/stackloop"));
  expect(makeCacheFolder({ XDG_CACHE_HOME: at("xdg"), HOME: at("home") }, nobody)).toBe(at("xdg/stackloop"));
  expect(makeCacheFolder({ HOME: at("home") }, nobody)).toBe(at("home/.cache/stackloop"));
  expect(makeCacheFolder({}, () => at("account"))).toBe(at("account/.cache/stackloop"));
  expect(statSync(at("home/.cache/stackloop")).mode & 0o777).toBe(0o700);
});

test("names that are empty or not absolute don't count", () => {
  const home = temporaryFolder();
  const environment = { CACHE_DIRECTORY: "", XDG_CACHE_HOME: "cache", HOME: home };
  expect(makeCacheFolder(environment, nobody)).toBe(join(home, ".cache/stackloop"));
});

test("the account's own home takes the place of a HOME in which nothing can be written", () => {
  const home = temporaryFolder();
  expect(makeCacheFolder({ HOME: unwritable() }, () => home)).toBe(join(home, ".cache/stackloop"));
});

test("a folder that can't be written is told with what to do, and a named one has no substitute", () => {
  const file = unwritable();
  const line = (folder: string) =>
    `can't write to ${folder}/stackloop (ENOTDIR); set XDG_CACHE_HOME to a folder that this account can write to`;
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: file, HOME: temporaryFolder() }, nobody)).toThrow(
    line(file),
  );
  expect(() => makeCacheFolder({ HOME: file }, nobody)).toThrow(line(join(file, ".cache")));
  expect(() => makeCacheFolder({}, nobody)).toThrow("this account has no home folder");
});

test.runIf(process.platform === "linux")("a folder in which nothing can be made is told at once", () => {
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: "/proc/nothing" }, nobody)).toThrow(
    "can't write to /proc/nothing/stackloop (ENOENT)",
  );
});

test("a folder that others can write to is refused, and so is a link", () => {
  const folder = temporaryFolder();
  const environment = { XDG_CACHE_HOME: folder };
  mkdirSync(join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "stackloop"));
  const refusal = `won't run programs from ${folder}/stackloop, which other accounts can change`;
  expect(() => makeCacheFolder(environment, nobody)).toThrow(refusal);
  const shared = join(folder, "shared");
  mkdirSync(join(shared, "stackloop"), { recursive: true });
  chmodSync(join(shared, "stackloop"), 0o770);
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: shared }, nobody)).toThrow(
    "which other accounts can change",
  );
});

test.runIf(isRoot)("a folder of another account is refused", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "stackloop"), { mode: 0o700 });
  chownSync(join(folder, "stackloop"), 12_345, 12_345);
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: folder }, nobody)).toThrow(
    "which other accounts can change",
  );
});
