import { hash } from "node:crypto";
import { getAsset, getRawAsset } from "node:sea";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";

import { LaunchError } from "./launch-error.ts";

/** Facts about a packed file. */
export interface FileFacts {
  bytes: number;
  sha256: string;
  /** True if the process executes it, so that it is verified at every start. */
  isCode: boolean;
  /** Start in the asset `CODE`, which holds all code because its parts resemble each other. */
  at?: number;
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
/** Ending of a file's form compressed by Brotli. The asset of the file is that form. */
export const COMPRESSED = ".br";

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
      const bytes = unpacked(path, files);
      if (sha256(bytes) === files[path]?.sha256) return bytes;
      throw damaged(path);
    },
  };
}

function unpacked(path: string, files: Manifest["files"]): Uint8Array {
  const { at, bytes } = files[path] ?? { bytes: 0 };
  try {
    if (at !== undefined) return readCode().subarray(at, at + bytes);
    const base = path.slice(0, -COMPRESSED.length);
    if (path.endsWith(COMPRESSED) && base in files) return asset(base);
    return brotliDecompressSync(asset(path));
  } catch {
    throw damaged(path);
  }
}

/** Memory for all code, until the garbage collector needs it: files are read one after the other. */
let code: WeakRef<Uint8Array> | undefined;

function readCode(): Uint8Array {
  const cached = code?.deref();
  if (cached) return cached;
  const bytes = zstdDecompressSync(asset(CODE));
  code = new WeakRef(bytes);
  return bytes;
}

const asset = (name: string): Uint8Array => new Uint8Array(getRawAsset(name));

const damaged = (path: string) =>
  new LaunchError(`${process.execPath} is damaged (${path}); copy it here again`);
