import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** Ending of a file's form compressed by Brotli. */
export const BROTLI_EXTENSION = ".br";

/** Reads a file that the build made for browsers, by its path in `dist`. Null if there is none. */
export type ReadBuiltFile = (path: string) => Promise<Uint8Array | null>;

/** True if this is the built program, not its sources. */
export const isBuilt = !import.meta.filename.endsWith(".ts");

/** Reads files in a folder. */
export const readFrom =
  (folder: string): ReadBuiltFile =>
  async (path) => {
    try {
      return await readFile(join(folder, path));
    } catch (error) {
      if (error instanceof Error && "code" in error && MISSING.has(error.code)) return null;
      throw error;
    }
  };

const MISSING: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/** Reads files inside the executable file, which contains the compressed form of most. */
function readFromExecutable(): ReadBuiltFile {
  const { getAssetKeys, getRawAsset } = process.getBuiltinModule("node:sea");
  const paths = new Set(getAssetKeys());
  const decompress = promisify(brotliDecompress);
  return async (path) => {
    if (paths.has(path)) return new Uint8Array(getRawAsset(path));
    if (!paths.has(`${path}${BROTLI_EXTENSION}`)) return null;
    return decompress(new Uint8Array(getRawAsset(`${path}${BROTLI_EXTENSION}`)));
  };
}

export const readBuiltFile: ReadBuiltFile = process.getBuiltinModule("node:sea").isSea()
  ? readFromExecutable()
  : readFrom(join(import.meta.dirname, isBuilt ? ".." : "../../dist"));
