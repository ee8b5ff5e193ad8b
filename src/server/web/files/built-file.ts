import { hash } from "node:crypto";
import { extname } from "node:path";

import type { Request, Response } from "express";

import { BROTLI, type ReadBuiltFile } from "#server/built-files.ts";
import { isKnown } from "#server/web/server/replies.ts";

/** Compressed forms that the build makes, best first. */
const ENCODINGS = [
  ["br", BROTLI],
  ["gzip", ".gz"],
] as const;
const HAS_COMPRESSED_FORMS = /\.(?:js|css|svg|html)$/u;

/** Paths of built files: none is hidden or outside the folder. */
const PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/u;

/** A built file in the best form that the browser accepts. */
interface BuiltFile {
  path: string;
  bytes: Uint8Array;
  /** `null` if it isn't compressed. */
  encoding: string | null;
}

/** Returns a built file by its path. Null if there is none. */
export async function findBuiltFile(
  request: Request,
  read: ReadBuiltFile,
  path: string,
): Promise<BuiltFile | null> {
  if (!PATH.test(path)) return null;
  for (const [encoding, ending] of HAS_COMPRESSED_FORMS.test(path) ? ENCODINGS : []) {
    const bytes = request.acceptsEncodings(encoding) ? await read(`${path}${ending}`) : null;
    if (bytes) return { path, bytes, encoding };
  }
  const bytes = await read(path);
  return bytes && { path, bytes, encoding: null };
}

/** Sends a built file, or 304 if the browser has it. */
export function sendBuiltFile(
  request: Request,
  response: Response,
  { path, bytes, encoding }: BuiltFile,
  cacheControl: string,
): void {
  if (HAS_COMPRESSED_FORMS.test(path)) response.vary("Accept-Encoding");
  if (encoding !== null) response.setHeader("Content-Encoding", encoding);
  const etag = `"${hash("sha256", bytes, "base64url")}"`;
  response.set({ ETag: etag, "Cache-Control": cacheControl });
  response.type(extname(path));
  if (isKnown(request.headers["if-none-match"], etag)) response.status(304).end();
  else response.send(bytes);
}
