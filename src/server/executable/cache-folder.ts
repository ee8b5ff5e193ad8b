import { existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

import { cannotWrite, LaunchError, systemCode } from "./launch-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Rights of others that would let them change what this account runs. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * The folder into which the executable file unpacks its parts, made for this account alone. One that is named
 * (systemd's `CACHE_DIRECTORY`, or `XDG_CACHE_HOME`) is the only choice; else it is `.cache` in `HOME`, and where that
 * isn't possible in the home folder of the account. Throws a LaunchError.
 */
export function makeCacheFolder(environment: Environment, accountHome = homeOfAccount): string {
  const folders = candidates(environment, accountHome);
  let firstError: unknown = new LaunchError(
    "this account has no home folder to unpack the program in; set XDG_CACHE_HOME to a folder that it can write to",
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
  // Of several folders, systemd names the service's own first (https://systemd.io, systemd.exec, CacheDirectory=).
  const named = environment["CACHE_DIRECTORY"]?.split(":")[0] || environment["XDG_CACHE_HOME"];
  // What is not absolute doesn't count (https://specifications.freedesktop.org/basedir-spec).
  if (named && isAbsolute(named)) return [named];
  const homes = [environment["HOME"], accountHome()].filter((home) => home && isAbsolute(home));
  return [...new Set(homes)].map((home) => join(home ?? "", ".cache"));
}

/** As the system's list of accounts has it; null for one that is in no list, as in many containers. */
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
  // A link is no folder: whoever owns the link could let it lead elsewhere tomorrow.
  const facts = lstatSync(folder);
  const account = process.getuid?.();
  if (facts.isDirectory() && (account === undefined || isOwn(facts, account))) return folder;
  throw new LaunchError(
    `won't run programs from ${folder}, which other accounts can change; ` +
      `remove it, or set XDG_CACHE_HOME to a folder of this account`,
  );
}

/** With those that it lies in. Node.js's own `recursive` never ends where nothing can be made, as in /proc. */
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
