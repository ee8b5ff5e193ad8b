/**
 * Entry point of the executable. It unpacks the program to a folder of this account and starts it like `npm start` in a
 * clone. Files for browsers remain inside; see `built-files.ts`. It is a separate bundle and imports nothing from the
 * program.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

import { type Contents, LaunchError, readContents } from "./contents.ts";
import { makeCacheFolder, deleteUnused, unpack } from "./unpack.ts";

/**
 * Loads the database's native module from a new folder. The system may refuse that, for example in a noexec mount or
 * with an older C library.
 */
function createNativeCheck({ files }: Pick<Contents, "files">): (folder: string) => void {
  const paths = Object.keys(files).filter((path) => path.endsWith(".node"));
  return (folder) => {
    for (const path of paths) load(join(folder, path));
  };
}

function load(file: string): void {
  try {
    process.dlopen({ exports: {} }, file);
  } catch (error) {
    throw new LaunchError(
      `the system refuses to load a native module: ${error instanceof Error ? error.message : String(error)}; ` +
        `if that folder is mounted noexec, set XDG_CACHE_HOME to one that is not`,
    );
  }
}

const DAY_MS = 86_400_000;

/** Returns the program's folder, ready to run. */
function prepare(): string {
  const contents = readContents();
  const cacheFolder = makeCacheFolder(process.env);
  const folder = unpack(contents, cacheFolder, createNativeCheck(contents));
  deleteUnused(cacheFolder, folder);
  setInterval(() => {
    deleteUnused(cacheFolder, folder);
  }, DAY_MS).unref();
  return folder;
}

try {
  const folder = prepare();
  process.env["NODE_ENV"] ??= "production";
  createRequire(join(folder, "server/"))("./stackloop.cjs");
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`stackloop: ${error.message}\n`);
  process.exitCode = 1;
}
