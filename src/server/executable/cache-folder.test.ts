import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { makeCacheFolder } from "./cache-folder.ts";

const nobody = () => null;
const isRoot = process.getuid?.() === 0;

/** A path where no folder can be created, even by root. */
function unwritable(): string {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  return file;
}

test("creates a cache folder for this account only, from the environment or the home folder", () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const systemd = { CACHE_DIRECTORY: `${at("systemd")}:${at("second")}`, XDG_CACHE_HOME: at("xdg") };
  expect(makeCacheFolder({ ...systemd, HOME: at("home") }, nobody)).toBe(at("systemd/stackloop"));
  expect(makeCacheFolder({ XDG_CACHE_HOME: at("xdg"), HOME: at("home") }, nobody)).toBe(at("xdg/stackloop"));
  expect(makeCacheFolder({ HOME: at("home") }, nobody)).toBe(at("home/.cache/stackloop"));
  expect(makeCacheFolder({}, () => at("account"))).toBe(at("account/.cache/stackloop"));
  expect(statSync(at("home/.cache/stackloop")).mode & 0o777).toBe(0o700);
});

test("ignores names that are empty or not absolute", () => {
  const home = temporaryFolder();
  const environment = { CACHE_DIRECTORY: "", XDG_CACHE_HOME: "cache", HOME: home };
  expect(makeCacheFolder(environment, nobody)).toBe(join(home, ".cache/stackloop"));
});

test("uses the account's own home if HOME is not writable", () => {
  const home = temporaryFolder();
  expect(makeCacheFolder({ HOME: unwritable() }, () => home)).toBe(join(home, ".cache/stackloop"));
});

test("reports an unwritable folder with a remedy, without a substitute for a configured one", () => {
  const file = unwritable();
  const line = (folder: string) =>
    `can't write to ${folder}/stackloop (ENOTDIR); set XDG_CACHE_HOME to a folder that this account can write to`;
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: file, HOME: temporaryFolder() }, nobody)).toThrow(
    line(file),
  );
  expect(() => makeCacheFolder({ HOME: file }, nobody)).toThrow(line(join(file, ".cache")));
  expect(() => makeCacheFolder({}, nobody)).toThrow("this account has no home folder");
});

test.runIf(process.platform === "linux")("reports a folder without write access at once", () => {
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: "/proc/nothing" }, nobody)).toThrow(
    "can't write to /proc/nothing/stackloop (ENOENT)",
  );
});

test("refuses a link, or a folder that others can write to", () => {
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

test.runIf(isRoot)("refuses a folder of another account", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "stackloop"), { mode: 0o700 });
  chownSync(join(folder, "stackloop"), 12_345, 12_345);
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: folder }, nobody)).toThrow(
    "which other accounts can change",
  );
});
