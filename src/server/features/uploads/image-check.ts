import { fileTypeFromBuffer } from "file-type";

import { IMAGE_TYPES, type ImageExtension } from "#shared/pictures/image-rules.ts";
import { readImageSize } from "#shared/pictures/image-size.ts";

import { findSvgIssue } from "./svg-check.ts";

/** A small file can decode to a picture that exhausts the viewer's memory. */
const MAX_MEGAPIXELS = 40;

/**
 * Returns why these bytes can't be stored under this extension, in a sentence for the user. Returns null if they can.
 */
export async function findImageIssue(bytes: Uint8Array, extension: ImageExtension): Promise<string | null> {
  const expected = IMAGE_TYPES[extension];
  const found = await fileTypeFromBuffer(bytes);
  if (expected === "image/svg+xml" && (!found || found.mime === "application/xml"))
    return findSvgIssue(bytes);
  const wanted = extension.toUpperCase();
  if (!found) return `This file isn't a ${wanted} image, or it's damaged. Choose another file.`;
  if (!isOfType(found.mime, expected)) {
    return `This is a ${found.ext.toUpperCase()} file, not ${wanted}. Save it as ${wanted} and try again.`;
  }
  return findSizeIssue(bytes, expected);
}

/** An animated PNG also counts as a PNG. */
const isOfType = (found: string, expected: string) =>
  (found === "image/apng" ? "image/png" : found) === expected;

function findSizeIssue(bytes: Uint8Array, mediaType: string): string | null {
  const size = readImageSize(bytes, mediaType);
  if (!size) return "This image is damaged: its size is missing. Save it again and retry.";
  if (size.width * size.height <= MAX_MEGAPIXELS * 1_000_000) return null;
  return `This image has ${size.width} × ${size.height} pixels. Scale it to at most ${MAX_MEGAPIXELS} megapixels and try again.`;
}
