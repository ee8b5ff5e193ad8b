import { fileTypeFromBuffer } from "file-type";

import { extensionOf, type ImageExtension } from "#shared/pictures/image-rules.ts";

import { unpackIcon } from "./icon-file.ts";
import { findImageIssue } from "./image-check.ts";

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
