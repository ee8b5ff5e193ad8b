import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

import decodeBmp from "decode-bmp";
import { fileTypeFromBuffer } from "file-type";

import { IMAGE_TYPES, type ImageExtension, extensionOf } from "#shared/pictures/image-rules.ts";
import { readImageSize } from "#shared/pictures/image-size.ts";

import { findSvgIssue } from "./svg-check.ts";

/** Limit of decoded pixels. Even a small file can decode to a picture that exhausts the viewer's memory. */
const MAX_MEGAPIXELS = 40;

/** Returns why these bytes can't be stored with this extension, as a sentence for the user, or null if they can. */
export async function findImageIssue(bytes: Uint8Array, extension: ImageExtension): Promise<string | null> {
  const expected = IMAGE_TYPES[extension];
  const found = await fileTypeFromBuffer(bytes);
  if (expected === "image/svg+xml" && (!found || found.mime === "application/xml"))
    return findSvgIssue(bytes);
  const expectedName = extension.toUpperCase();
  if (!found) return `This file isn't a ${expectedName} image, or it's damaged. Choose another file.`;
  if (!matchesType(found.mime, expected)) {
    return `This is a ${found.ext.toUpperCase()} file, not ${expectedName}. Save it as ${expectedName} and try again.`;
  }
  return findSizeIssue(bytes, expected);
}

/** An animated PNG counts as a PNG. */
const matchesType = (found: string, expected: string) =>
  (found === "image/apng" ? "image/png" : found) === expected;

function findSizeIssue(bytes: Uint8Array, mediaType: string): string | null {
  const size = readImageSize(bytes, mediaType);
  if (!size) return "This image is damaged: its size is missing. Save it again and retry.";
  if (size.width * size.height <= MAX_MEGAPIXELS * 1_000_000) return null;
  return `This image has ${size.width} × ${size.height} pixels. Scale it to at most ${MAX_MEGAPIXELS} megapixels and try again.`;
}

/** External image that has passed the checks. */
export interface FoundImage {
  bytes: Uint8Array;
  extension: ImageExtension;
}

const NOT_AN_IMAGE = "This isn't an image.";
const WEB_PAGE = "This is a web page, not an image. Use the address of the image itself.";
/** Number of bytes that are examined to identify a text. */
const SNIFFED_BYTES = 4096;

/**
 * Checks bytes of unknown type like an upload, and detects their type. Converts an icon file to its largest picture.
 * `error` is a sentence for the user.
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
    if (isText) return { error: isWebPage(bytes) ? WEB_PAGE : NOT_AN_IMAGE };
    if (!found.mime.startsWith("image/")) return { error: NOT_AN_IMAGE };
    return { error: `This is a ${found.ext.toUpperCase()} file. Use PNG, JPEG, GIF, WebP, AVIF or SVG.` };
  }
  const issue = await findImageIssue(bytes, extension);
  return issue === null ? { bytes, extension } : { error: issue };
}

const readBeginning = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString();
const isWebPage = (bytes: Uint8Array): boolean => /<(?:!doctype\s+html|html)\b/iu.test(readBeginning(bytes));
const findTextExtension = (bytes: Uint8Array): ImageExtension | undefined =>
  /<svg[\s>]/iu.test(readBeginning(bytes)) && !isWebPage(bytes) ? "svg" : undefined;

/** Runs `findImageIssue` for an upload, in a worker. */
export const checkImage = ({ bytes, extension }: { bytes: Uint8Array; extension: ImageExtension }) =>
  findImageIssue(bytes, extension);

/** Pixels of a picture, row by row from the top left. Each has four bytes: red, green, blue and opacity. */
interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const PNG_SIGNATURE_BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_CHANNEL = 8;
const COLOUR_TYPE_RGBA = 6;
const compress = promisify(deflate);

/** Encodes pixels as a PNG (https://www.w3.org/TR/png-3/). Writing four chunks needs no library. */
async function encodePng({ width, height, data }: Pixels): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_PER_CHANNEL, COLOUR_TYPE_RGBA], 8);
  // Every row begins with its filter number. 0 means none.
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y += 1) {
    rows.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (1 + width * 4) + 1);
  }
  const body = await compress(rows);
  return Buffer.concat([
    PNG_SIGNATURE_BYTES,
    chunk("IHDR", header),
    chunk("IDAT", body),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}

/** Maximum side of a bitmap in the format (https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)). */
const MAX_BITMAP_SIDE = 256;
const MAX_ENTRIES = 64;
/** Maximum number of entries that are tried, best first. */
const MAX_TRIED_ENTRIES = 3;
const DIRECTORY_START = 6;
const DIRECTORY_ENTRY_SIZE = 16;
/** Header size of a bitmap in an icon. The mask follows the pixels, so the header states twice the height. */
const BITMAP_HEADER_SIZE = 40;
const PNG_SIGNATURE = 0x89_50_4e_47;

interface IconEntry {
  isPng: boolean;
  width: number;
  height: number;
  bitsPerPixel: number;
  bytes: Buffer;
}

/** Returns the largest picture of an icon file (.ico) as a PNG. Returns null if none is readable. */
export async function unpackIcon(bytes: Uint8Array): Promise<Uint8Array | null> {
  const candidates = listEntries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .filter(({ isPng, width, height }) => isPng || (isValidSide(width) && isValidSide(height)))
    .toSorted((a, b) => b.width * b.height - a.width * a.height || b.bitsPerPixel - a.bitsPerPixel);
  for (const entry of candidates.slice(0, MAX_TRIED_ENTRIES)) {
    // The PNG is checked like any other afterwards.
    if (entry.isPng) return entry.bytes;
    const pixels = readBitmap(entry);
    if (pixels) return encodePng(pixels);
  }
  return null;
}

const isValidSide = (pixels: number): boolean =>
  Number.isInteger(pixels) && pixels > 0 && pixels <= MAX_BITMAP_SIDE;

/** Lists the directory's entries that lie within the file. Reads their sizes from their own headers. */
function listEntries(file: Buffer): IconEntry[] {
  if (file.length < DIRECTORY_START) return [];
  const count = Math.min(file.readUInt16LE(4), MAX_ENTRIES);
  return Array.from({ length: count }, (_entry, index) => DIRECTORY_START + index * DIRECTORY_ENTRY_SIZE)
    .filter((at) => at + DIRECTORY_ENTRY_SIZE <= file.length)
    .flatMap((at) => {
      const start = file.readUInt32LE(at + 12);
      const bytes = file.subarray(start, start + file.readUInt32LE(at + 8));
      return bytes.length > BITMAP_HEADER_SIZE ? [readEntry(bytes)] : [];
    });
}

function readEntry(bytes: Buffer): IconEntry {
  const isPng = bytes.readUInt32BE(0) === PNG_SIGNATURE;
  if (isPng) {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return { isPng, width, height, bitsPerPixel: 32, bytes };
  }
  const [width, height] = [bytes.readInt32LE(4), bytes.readInt32LE(8) / 2];
  return { isPng, width, height, bitsPerPixel: bytes.readUInt16LE(14), bytes };
}

function readBitmap({ bytes, width, height, bitsPerPixel }: IconEntry): Pixels | null {
  if (bytes.readUInt32LE(0) !== BITMAP_HEADER_SIZE) return null;
  try {
    const { data } = decodeBmp(bytes, { icon: true });
    if (data.length !== width * height * 4) return null;
    if (bitsPerPixel === 32 && isInvisible(data)) applyMask(data, { bytes, width, height });
    return { width, height, data };
  } catch {
    // The bitmap is truncated, or has a colour type that icons don't use.
    return null;
  }
}

const isInvisible = (data: Uint8ClampedArray): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
};

/**
 * Applies the mask, which has one bit per pixel, from the bottom up. Old programs left the alpha channel empty and used
 * only the mask.
 */
function applyMask(
  data: Uint8ClampedArray,
  { bytes, width, height }: Pick<IconEntry, "bytes" | "width" | "height">,
): void {
  const mask = bytes.subarray(BITMAP_HEADER_SIZE + width * height * 4);
  const stride = Math.ceil(width / 32) * 4;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const x = pixel % width;
    const row = height - 1 - Math.floor(pixel / width);
    const bits = mask[row * stride + (x >> 3)] ?? 0;
    data[pixel * 4 + 3] = ((bits >> (7 - (x & 7))) & 1) === 1 ? 0 : 255;
  }
}
