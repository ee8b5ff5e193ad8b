import { hash } from "node:crypto";
import { getAsset, getRawAsset } from "node:sea";
import { brotliDecompressSync } from "node:zlib";

import { LaunchError } from "./launch-error.ts";

/** Facts about a packed file. */
export interface FileFacts {
  bytes: number;
  sha256: string;
  /** True if the process executes it, so that it is verified at every start. */
  isCode: boolean;
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

export const sha256 = (bytes: Uint8Array | string): string => hash("sha256", bytes);

/** Returns the contents that `npm run package` put into this executable. */
export function ownContents(): Contents {
  const text = getAsset(MANIFEST, "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build, in the same file
  const { version, files } = JSON.parse(text) as Manifest;
  return {
    name: `${version}-${sha256(text).slice(0, 16)}`,
    files,
    read(path) {
      const bytes = unpacked(path);
      if (sha256(bytes) === files[path]?.sha256) return bytes;
      throw damaged(path);
    },
  };
}

function unpacked(path: string): Uint8Array {
  try {
    return brotliDecompressSync(new Uint8Array(getRawAsset(path)));
  } catch {
    throw damaged(path);
  }
}

const damaged = (path: string) =>
  new LaunchError(`${process.execPath} is damaged (${path}); copy it here again`);
