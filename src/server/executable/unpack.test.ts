import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { type Contents, sha256 } from "./contents.ts";
import { makeCacheFolder, deleteUnused, unpack } from "./unpack.ts";

const NAME = "1.2.3-0123456789abcdef";
const FILES: Record<string, string> = {
  "server/main.cjs": "run()",
  "server/native/driver.node": "native",
  LICENSE: "text",
};
const DAY_MS = 86_400_000;

/** Creates a small program, with a list of the files that were read. */
function packed(): Contents & { reads: string[] } {
  const reads: string[] = [];
  const files = Object.entries(FILES).map(([path, text]) => [
    path,
    { bytes: text.length, sha256: sha256(text), at: 0 },
  ]);
  return {
    name: NAME,
    files: Object.fromEntries(files),
    read(path) {
      reads.push(path);
      return Buffer.from(FILES[path] ?? "");
    },
    reads,
  };
}

const anything = () => undefined;

const contentOf = (folder: string) =>
  Object.fromEntries(Object.keys(FILES).map((path) => [path, readFileSync(join(folder, path), "utf8")]));

test("unpacks every file for this account at the first start only", () => {
  const cache = temporaryFolder();
  const contents = packed();
  const folder = unpack(contents, cache, anything);
  expect(folder).toBe(join(cache, NAME));
  expect(contentOf(folder)).toEqual(FILES);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "server/main.cjs")).mode & 0o777).toBe(0o600);
  expect(contents.reads).toEqual(Object.keys(FILES));
  expect(unpack(contents, cache, anything)).toBe(folder);
  expect(contents.reads).toHaveLength(3);
  expect(readdirSync(cache)).toEqual([NAME]);
});

test.each([
  ["another content of the same size", (file: string) => writeFileSync(file, "nativE")],
  ["half of it", (file: string) => writeFileSync(file, "nat")],
  ["nothing", (file: string) => rmSync(file)],
])("repairs a file with %s at the next start", (_what, spoil) => {
  const cache = temporaryFolder();
  const contents = packed();
  const folder = unpack(contents, cache, anything);
  contents.reads.length = 0;
  spoil(join(folder, "server/native/driver.node"));
  unpack(contents, cache, anything);
  expect(contentOf(folder)).toEqual(FILES);
  expect(contents.reads).toEqual(["server/native/driver.node"]);
  expect(readdirSync(join(folder, "server/native"))).toEqual(["driver.node"]);
});

test("compares verified files again after a change", () => {
  const cache = temporaryFolder();
  const later = Date.now() + DAY_MS;
  unpack(packed(), cache, anything, later);
  const folder = unpack(packed(), cache, anything, later);
  expect(readdirSync(folder)).toContain(".checked");
  const file = join(folder, "server/main.cjs");
  const { ctimeNs } = statSync(file, { bigint: true });
  // Writes until the next tick of the system's clock.
  do writeFileSync(file, "RUN()");
  while (statSync(file, { bigint: true }).ctimeNs === ctimeNs);
  unpack(packed(), cache, anything, later);
  expect(contentOf(folder)).toEqual(FILES);
});

test("shares the unpacked files between two first starts at once", () => {
  const cache = temporaryFolder();
  const contents = packed();
  const folder = unpack(contents, cache, () => {
    unpack(packed(), cache, anything);
  });
  expect(contentOf(folder)).toEqual(FILES);
  expect(readdirSync(cache)).toEqual([NAME]);
});

test("leaves nothing of a folder that can't be used", () => {
  const cache = temporaryFolder();
  const refuse = (folder: string) => {
    expect(contentOf(folder)).toEqual(FILES);
    throw new TypeError("refused");
  };
  expect(() => unpack(packed(), cache, refuse)).toThrow("refused");
  expect(readdirSync(cache)).toEqual([]);
});

test("reports a folder without write access in one line", () => {
  const cache = join(temporaryFolder(), "file");
  writeFileSync(cache, "");
  expect(() => unpack(packed(), cache, anything)).toThrow(
    `can't write to ${join(cache, NAME)} (ENOTDIR); set XDG_CACHE_HOME to a folder that this account can write to`,
  );
});

test("deletes versions unused for a month and leftovers of killed starts, and nothing else", () => {
  const cache = temporaryFolder();
  const now = Date.now();
  const make = (name: string, days: number) => {
    mkdirSync(join(cache, name, "server"), { recursive: true });
    utimesSync(join(cache, name), now / 1000, (now - days * DAY_MS) / 1000);
  };
  const used = unpack(packed(), cache, anything);
  make(NAME, 90);
  make("1.0.0-00000000000000aa", 31);
  make("1.1.0-00000000000000aa", 29);
  make(".unpacking-killed", 1);
  make(".unpacking-at-work", 0);
  make("something else", 900);
  deleteUnused(cache, used, now);
  const left = [".unpacking-at-work", "1.1.0-00000000000000aa", NAME, "something else"];
  expect(readdirSync(cache).toSorted()).toEqual(left);
  expect(Math.abs(statSync(used).mtimeMs - now)).toBeLessThan(2);
  rmSync(cache, { recursive: true });
  deleteUnused(cache, used, now);
  expect(existsSync(cache)).toBe(false);
});

const noAccountHome = () => null;
const isRoot = process.getuid?.() === 0;

/** Returns a path at which nobody can create a folder, not even root. */
function unwritable(): string {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  return file;
}

test("creates a cache folder for this account only, from the environment or the home folder", () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const systemd = { CACHE_DIRECTORY: `${at("systemd")}:${at("second")}`, XDG_CACHE_HOME: at("xdg") };
  expect(makeCacheFolder({ ...systemd, HOME: at("home") }, noAccountHome)).toBe(at("systemd/stackloop"));
  expect(makeCacheFolder({ XDG_CACHE_HOME: at("xdg"), HOME: at("home") }, noAccountHome)).toBe(
    at("xdg/stackloop"),
  );
  expect(makeCacheFolder({ HOME: at("home") }, noAccountHome)).toBe(at("home/.cache/stackloop"));
  expect(makeCacheFolder({}, () => at("account"))).toBe(at("account/.cache/stackloop"));
  expect(statSync(at("home/.cache/stackloop")).mode & 0o777).toBe(0o700);
});

test("ignores names that are empty or not absolute", () => {
  const home = temporaryFolder();
  const environment = { CACHE_DIRECTORY: "", XDG_CACHE_HOME: "cache", HOME: home };
  expect(makeCacheFolder(environment, noAccountHome)).toBe(join(home, ".cache/stackloop"));
});

test("uses the account's own home if HOME is not writable", () => {
  const home = temporaryFolder();
  expect(makeCacheFolder({ HOME: unwritable() }, () => home)).toBe(join(home, ".cache/stackloop"));
});

test("reports an unwritable folder with a remedy, without a substitute for a configured one", () => {
  const file = unwritable();
  const line = (folder: string) =>
    `can't write to ${folder}/stackloop (ENOTDIR); set XDG_CACHE_HOME to a folder that this account can write to`;
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: file, HOME: temporaryFolder() }, noAccountHome)).toThrow(
    line(file),
  );
  expect(() => makeCacheFolder({ HOME: file }, noAccountHome)).toThrow(line(join(file, ".cache")));
  expect(() => makeCacheFolder({}, noAccountHome)).toThrow("this account has no home folder");
});

test.runIf(process.platform === "linux")("reports a folder without write access at once", () => {
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: "/proc/nothing" }, noAccountHome)).toThrow(
    "can't write to /proc/nothing/stackloop (ENOENT)",
  );
});

test("refuses a link, or a folder that others can write to", () => {
  const folder = temporaryFolder();
  const environment = { XDG_CACHE_HOME: folder };
  mkdirSync(join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "stackloop"));
  const refusal = `won't run programs from ${folder}/stackloop, which other accounts can change`;
  expect(() => makeCacheFolder(environment, noAccountHome)).toThrow(refusal);
  const shared = join(folder, "shared");
  mkdirSync(join(shared, "stackloop"), { recursive: true });
  chmodSync(join(shared, "stackloop"), 0o770);
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: shared }, noAccountHome)).toThrow(
    "which other accounts can change",
  );
});

test.runIf(isRoot)("refuses a folder of another account", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "stackloop"), { mode: 0o700 });
  chownSync(join(folder, "stackloop"), 12_345, 12_345);
  expect(() => makeCacheFolder({ XDG_CACHE_HOME: folder }, noAccountHome)).toThrow(
    "which other accounts can change",
  );
});
