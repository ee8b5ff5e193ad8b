import { randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

import {
  createWriteError,
  type Contents,
  type FileFacts,
  LaunchError,
  sha256,
  systemCode,
} from "./contents.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Permissions that would allow other users to change files that this account runs. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates the folder for unpacking the executable, private to this account. If systemd's `CACHE_DIRECTORY` or
 * `XDG_CACHE_HOME` is set, only that is used. Otherwise uses `.cache` in `HOME`, or else in the account's home folder.
 * Throws a LaunchError.
 */
export function makeCacheFolder(environment: Environment, accountHome = homeOfAccount): string {
  const folders = listCandidateFolders(environment, accountHome);
  let firstError: unknown = new LaunchError(
    "this account has no home folder for the unpacked program; set XDG_CACHE_HOME to a writable folder",
  );
  for (const [index, folder] of folders.entries()) {
    try {
      return makeOwnFolder(join(folder, "stackloop"));
    } catch (error) {
      if (index === 0) firstError = error;
    }
  }
  throw firstError;
}

function listCandidateFolders(environment: Environment, accountHome: () => string | null): string[] {
  // systemd lists the service's own folder first (https://systemd.io, systemd.exec, CacheDirectory=).
  const configured = environment["CACHE_DIRECTORY"]?.split(":")[0] || environment["XDG_CACHE_HOME"];
  // Relative paths are ignored (https://specifications.freedesktop.org/basedir-spec).
  if (configured && isAbsolute(configured)) return [configured];
  const homeFolders = [environment["HOME"], accountHome()].filter((home) => home && isAbsolute(home));
  return [...new Set(homeFolders)].map((home) => join(home ?? "", ".cache"));
}

/** Returns the home folder in the system's account list. Null for an unlisted account, as in many containers. */
function homeOfAccount(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    return null;
  }
}

function makeOwnFolder(folder: string): string {
  try {
    makeFolder(folder);
  } catch (error) {
    throw createWriteError(folder, error);
  }
  // A link is not accepted, because its owner could change its target.
  const facts = lstatSync(folder);
  const account = process.getuid?.();
  if (facts.isDirectory() && (account === undefined || isWritableOnlyBy(facts, account))) return folder;
  throw new LaunchError(
    `won't run programs from ${folder}, which other accounts can change; ` +
      `remove it, or set XDG_CACHE_HOME to a folder of this account`,
  );
}

/** Creates a folder with its parents. Node.js's own `recursive` hangs where nothing can be created, as in /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST" && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== "ENOENT" || existsSync(dirname(folder))) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder);
  }
}

const isWritableOnlyBy = ({ uid, mode }: { uid: number; mode: number }, account: number): boolean =>
  uid === account && (mode & WRITABLE_BY_OTHERS) === 0;

const DAY_MS = 86_400_000;
/** Age at which unused versions are deleted. A running program refreshes its own every day. */
const MAX_UNUSED_MS = 30 * DAY_MS;
/**
 * Age at which unpacking folders are deleted. Unpacking takes a second, so older ones were left by killed processes.
 */
const UNFINISHED_MS = DAY_MS / 24;
const UNFINISHED = ".unpacking-";
/** File that records verified files; see `readState`. */
const CHECK_FILE = ".checked";
const TICK_MS = 1000;
/** Names of `Contents`. Other entries in the folder are unknown and left alone. */
const NAME = /^\d+\.\d+\.\d+.*-[\da-f]{16}$/u;

/**
 * Unpacks the program to a folder of its version if missing, and repairs changed files. Safe in parallel processes.
 * `tryOut` gets the new folder before anybody else uses it. Returns the folder; throws a LaunchError.
 */
export function unpack(
  contents: Contents,
  cacheFolder: string,
  tryOut: (folder: string) => void,
  now = Date.now(),
): string {
  const folder = join(cacheFolder, contents.name);
  try {
    if (existsSync(folder)) repair(contents, folder, now);
    else unpackAll(contents, cacheFolder, tryOut);
  } catch (error) {
    throw error instanceof LaunchError ? error : createWriteError(folder, error);
  }
  return folder;
}

/** Compares files with their hashes, unless none has changed since the last check. */
function repair(contents: Contents, folder: string, now: number): void {
  const files = Object.entries(contents.files);
  const checkFile = join(folder, CHECK_FILE);
  if (read(checkFile) === readState(folder, files).state) return;
  for (const [path, facts] of files)
    if (!isUnchanged(join(folder, path), facts)) replaceFile(join(folder, path), contents.read(path));
  const { state, changedAt } = readState(folder, files);
  // Two changes within a tick of the system's clock have the same time.
  if (now - changedAt < TICK_MS) return;
  try {
    replaceFile(checkFile, Buffer.from(state));
  } catch {
    // A read-only folder is verified at each start.
  }
}

/** Returns each file's path and its change time, which programs can't set. */
function readState(
  folder: string,
  files: readonly [string, FileFacts][],
): { state: string; changedAt: number } {
  const stats = files.map(([path]) => statSync(join(folder, path), { throwIfNoEntry: false, bigint: true }));
  const states = stats.map(
    (file, index) => `${files[index]?.[0]} ${file?.ino} ${file?.size} ${file?.ctimeNs}`,
  );
  return {
    state: sha256(states.join("\n")),
    changedAt: Math.max(...stats.map((file) => Number(file?.ctimeMs ?? 0))),
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Unpacks to a temporary folder and renames it, so that a visible folder is always complete. */
function unpackAll(contents: Contents, cacheFolder: string, tryOut: (folder: string) => void): void {
  const unfinished = join(cacheFolder, `${UNFINISHED}${randomBytes(8).toString("hex")}`);
  try {
    for (const path of Object.keys(contents.files)) writeNew(join(unfinished, path), contents.read(path));
    tryOut(unfinished);
    renameSync(unfinished, join(cacheFolder, contents.name));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process has already created it.
    if (!["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
  }
}

/** Writes a file without syncing. If a power cut damages it, the next start detects and repairs it. */
function writeNew(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600, flag: "wx" });
}

/** Replaces a file by renaming, so that a running program retains the open one. */
function replaceFile(file: string, bytes: Uint8Array): void {
  const unfinished = `${file}${UNFINISHED}${randomBytes(8).toString("hex")}`;
  writeNew(unfinished, bytes);
  renameSync(unfinished, file);
}

function isUnchanged(file: string, { bytes, sha256: expected }: FileFacts): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === bytes && sha256(readFileSync(file)) === expected;
}

/**
 * Records that a folder is in use. Deletes other versions unused for a month, and leftovers of killed processes.
 * Ignores errors, because the folder may be read-only.
 */
export function deleteUnused(cacheFolder: string, used: string, now = Date.now()): void {
  try {
    utimesSync(used, now / 1000, now / 1000);
  } catch {
    // The folder may be read-only.
  }
  try {
    for (const name of readdirSync(cacheFolder)) {
      const folder = join(cacheFolder, name);
      const maxAge = name.startsWith(UNFINISHED) ? UNFINISHED_MS : NAME.test(name) ? MAX_UNUSED_MS : Infinity;
      if (folder !== used && now - statSync(folder).mtimeMs > maxAge) rmSync(folder, { recursive: true });
    }
  } catch {
    // The folder may be read-only, or another process was faster.
  }
}
