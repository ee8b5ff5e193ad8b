import { hash } from "node:crypto";
import { getAsset, getRawAsset } from "node:sea";
import { brotliDecompressSync } from "node:zlib";

import { LaunchError } from "./launch-error.ts";

/** What is known of a file before it is unpacked. */
export interface FileFacts {
  bytes: number;
  sha256: string;
  /** Runs in the process, so that it is compared at every start. */
  isCode: boolean;
}

/** The program as it lies inside the executable file. */
export interface Contents {
  /** `0.1.0-90ac41b7e0d2f3a5`: the version, and what tells two builds of it apart. */
  name: string;
  /** By paths that are relative and use `/`. */
  files: Readonly<Record<string, FileFacts>>;
  /** A file as it was packed. Throws a LaunchError where it is no longer. */
  read(path: string): Uint8Array;
}

/** What the build writes beside the files, as JSON. */
export interface Manifest {
  version: string;
  files: Record<string, FileFacts>;
}

export const MANIFEST = "manifest.json";

export const sha256 = (bytes: Uint8Array | string): string => hash("sha256", bytes);

/** What `npm run package` put into this executable file. */
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
