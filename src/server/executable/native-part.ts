import { join } from "node:path";

import type { Contents } from "./contents.ts";
import { LaunchError } from "./launch-error.ts";

/**
 * Loads the database's native module from a new folder. The system may refuse that, for example in a noexec mount or
 * with an older C library.
 */
export function tryNativePart({ files }: Pick<Contents, "files">): (folder: string) => void {
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
