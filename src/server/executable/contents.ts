import { hash } from "node:crypto";
import { getAsset, getRawAsset } from "node:sea";
import { zstdDecompressSync } from "node:zlib";

/** Reason why the executable can't start, as a line for users. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

/** Returns the code of a system error, such as `EACCES`; null for other errors. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

const NO_ROOM = new Set(["ENOSPC", "EDQUOT"]);

/** Returns an error about a folder that can't be written. Rethrows errors that are not from the system. */
export function createWriteError(folder: string, error: unknown): LaunchError {
  const code = systemCode(error);
  if (code === null) throw error;
  return NO_ROOM.has(code)
    ? new LaunchError(
        `not enough space in ${folder} for the program's files; free 30 MB, or set XDG_CACHE_HOME to another folder`,
      )
    : new LaunchError(
        `can't write to ${folder} (${code}); set XDG_CACHE_HOME to a folder that this account can write to`,
      );
}

/** Facts about a packed file of the program. */
export interface FileFacts {
  bytes: number;
  sha256: string;
  /** Start in the asset `CODE`, which holds all files together because they resemble each other. */
  at: number;
}

/** Program inside the executable file. */
export interface Contents {
  /** `0.1.0-90ac41b7e0d2f3a5`: the version and a build id. */
  name: string;
  /** Facts by relative path with `/`. */
  files: Readonly<Record<string, FileFacts>>;
  /** Returns a packed file. Throws a LaunchError if it is damaged. */
  read(path: string): Uint8Array;
}

/** Manifest that the build writes next to the files, as JSON. */
export interface Manifest {
  version: string;
  files: Record<string, FileFacts>;
}

export const MANIFEST = "manifest.json";
export const CODE = "code";

export const sha256 = (bytes: Uint8Array | string): string => hash("sha256", bytes);

/** Returns the contents that `npm run package` put into this executable. */
export function readContents(): Contents {
  const text = getAsset(MANIFEST, "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build, in the same file
  const { version, files } = JSON.parse(text) as Manifest;
  return {
    name: `${version}-${sha256(text).slice(0, 16)}`,
    files,
    read(path) {
      const { at, bytes, sha256: expected } = files[path] ?? { at: 0, bytes: 0 };
      const found = readCode().subarray(at, at + bytes);
      if (sha256(found) === expected) return found;
      throw damaged(path);
    },
  };
}

/**
 * Decompressed code, cached until the garbage collector needs the memory, because files are read one after the other.
 */
let code: WeakRef<Uint8Array> | undefined;

function readCode(): Uint8Array {
  const cached = code?.deref();
  if (cached) return cached;
  try {
    const bytes = zstdDecompressSync(new Uint8Array(getRawAsset(CODE)));
    code = new WeakRef(bytes);
    return bytes;
  } catch {
    throw damaged(CODE);
  }
}

const damaged = (path: string) =>
  new LaunchError(`${process.execPath} is damaged (${path}); copy it here again`);
