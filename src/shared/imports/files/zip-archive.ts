import { isHiddenPath } from "./source-file.ts";

/** Unpacked file of an archive. */
interface UnpackedFile {
  path: string;
  bytes: Uint8Array;
}

type Unpacking = { ok: true; files: UnpackedFile[] } | { ok: false; message: string };

const LIMITS = { files: 10_000, megabytes: 50 };
/** Number of compressed bytes to inflate before their size is checked. They grow at most a thousandfold. */
const CHUNK_BYTES = 16_384;
const UNREADABLE = "Couldn't read this zip file. It may be damaged or password-protected";

/** Unpacks the requested files of a zip archive, sorted by path. */
export async function unzip(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
  limits = LIMITS,
): Promise<Unpacking> {
  // Imported on demand, because it is large and only archives need it.
  const { Unzip, UnzipInflate, unzipSync } = await import("fflate");
  const shouldUnpack = (path: string) => !path.endsWith("/") && !isHiddenPath(path) && isWanted(path);
  /** Sizes declared by the archive. They are not trusted until a file is unpacked. */
  const sizes = new Map<string, number>();
  const unpacked = new Map<string, Uint8Array[]>();
  const budget = { bytes: limits.megabytes * 1024 * 1024 };
  try {
    unzipSync(bytes, { filter: ({ name, originalSize }) => !sizes.set(name, originalSize) });
    if (sizes.size > limits.files)
      return {
        ok: false,
        message: `This zip file contains more than ${limits.files.toLocaleString("en-US")} files. Split it into smaller ones.`,
      };
    const archive = new Unzip((file) => {
      if (!shouldUnpack(readPath(file.name))) return;
      const chunks: Uint8Array[] = [];
      unpacked.set(file.name, chunks);
      file.ondata = (error, chunk) => {
        if (error) throw error;
        budget.bytes -= chunk.length;
        if (budget.bytes >= 0) chunks.push(chunk);
      };
      file.start();
    });
    archive.register(UnzipInflate);
    for (let at = 0; at < bytes.length && budget.bytes >= 0; at += CHUNK_BYTES)
      archive.push(bytes.subarray(at, at + CHUNK_BYTES));
  } catch {
    return { ok: false, message: UNREADABLE };
  }
  if (budget.bytes < 0)
    return {
      ok: false,
      message: `This zip file unpacks to more than ${limits.megabytes} MB. Split it into smaller ones.`,
    };
  const files = Array.from(sizes, ([name, size]) => ({
    path: readPath(name),
    bytes: concatenate(unpacked.get(name) ?? []),
    size,
  })).filter(({ path }) => shouldUnpack(path));
  // An encrypted file has another size when unpacked, if it can be unpacked.
  if (files.some(({ bytes: { length }, size }) => length !== size)) return { ok: false, message: UNREADABLE };
  return { ok: true, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

/**
 * Returns the path of a file inside the archive. Many programs write UTF-8 without declaring it, so that it is decoded
 * as Latin-1.
 */
function readPath(name: string): string {
  let path = name;
  try {
    const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0));
    if (!/[^\0-\xff]/u.test(name)) path = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The bytes are Latin-1.
  }
  return path.replaceAll(/(?<=^|\/)(?:\.{0,2}\/)+/gu, "");
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
