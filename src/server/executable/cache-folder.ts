import { existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

import { cannotWrite, LaunchError, systemCode } from "./launch-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Permissions that would allow other users to change files that this account runs. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates the folder for unpacking the executable, private to this account. If systemd's `CACHE_DIRECTORY` or
 * `XDG_CACHE_HOME` is set, only that is used. Otherwise uses `.cache` in `HOME`, or else in the account's home folder.
 * Throws a LaunchError.
 */
export function makeCacheFolder(environment: Environment, accountHome = homeOfAccount): string {
  const folders = candidates(environment, accountHome);
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

function candidates(environment: Environment, accountHome: () => string | null): string[] {
  // systemd lists the service's own folder first (https://systemd.io, systemd.exec, CacheDirectory=).
  const named = environment["CACHE_DIRECTORY"]?.split(":")[0] || environment["XDG_CACHE_HOME"];
  // Relative paths are ignored (https://specifications.freedesktop.org/basedir-spec).
  if (named && isAbsolute(named)) return [named];
  const homes = [environment["HOME"], accountHome()].filter((home) => home && isAbsolute(home));
  return [...new Set(homes)].map((home) => join(home ?? "", ".cache"));
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
    throw cannotWrite(folder, error);
  }
  // A link is not accepted, because its owner could change its target.
  const facts = lstatSync(folder);
  const account = process.getuid?.();
  if (facts.isDirectory() && (account === undefined || isOwn(facts, account))) return folder;
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

const isOwn = ({ uid, mode }: { uid: number; mode: number }, account: number): boolean =>
  uid === account && (mode & WRITABLE_BY_OTHERS) === 0;
