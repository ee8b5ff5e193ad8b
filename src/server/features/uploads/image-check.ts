import { fileTypeFromBuffer } from "file-type";

import { extensionOf, IMAGE_TYPES, type ImageExtension } from "#shared/pictures/image-rules.ts";
import { readImageSize } from "#shared/pictures/image-size.ts";

import { unpackIcon } from "./icon-file.ts";
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

/** External image that passed the checks. */
export interface FoundImage {
  bytes: Uint8Array;
  extension: ImageExtension;
}

const NOT_AN_IMAGE = "This isn't an image.";
const WEB_PAGE = "This is a web page, not an image. Use the address of the image itself.";
/** Number of characters examined to identify a text. */
const BEGINNING = 4096;

/**
 * Checks bytes of unknown type like an upload, and detects their type. Converts an icon file to its largest picture.
 * `error` describes the problem in a sentence.
 */
export async function readFoundImage(bytes: Uint8Array): Promise<FoundImage | { error: string }> {
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime === "image/x-icon") {
    const picture = await unpackIcon(bytes);
    return picture ? readFoundImage(picture) : { error: "This icon file is damaged." };
  }
  const isText = !found || found.mime === "application/xml";
  const extension = isText ? findTextExtension(bytes) : extensionOf(found.mime.replace("apng", "png"));
  if (!extension) {
    if (isText) return { error: isPage(bytes) ? WEB_PAGE : NOT_AN_IMAGE };
    if (!found.mime.startsWith("image/")) return { error: NOT_AN_IMAGE };
    return { error: `This is a ${found.ext.toUpperCase()} file. Use PNG, JPEG, GIF, WebP, AVIF or SVG.` };
  }
  const issue = await findImageIssue(bytes, extension);
  return issue === null ? { bytes, extension } : { error: issue };
}

const readBeginning = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, BEGINNING)).toString();
const isPage = (bytes: Uint8Array): boolean => /<(?:!doctype\s+html|html)\b/iu.test(readBeginning(bytes));
const findTextExtension = (bytes: Uint8Array): ImageExtension | undefined =>
  /<svg[\s>]/iu.test(readBeginning(bytes)) && !isPage(bytes) ? "svg" : undefined;

/** Returns why an upload can't be stored; see findImageIssue. */
export const checkImage = ({ bytes, extension }: { bytes: Uint8Array; extension: ImageExtension }) =>
  findImageIssue(bytes, extension);
