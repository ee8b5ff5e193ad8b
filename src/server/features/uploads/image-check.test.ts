import { inflateSync } from "node:zlib";

import { array, assert, asyncProperty, nat, record } from "fast-check";
import { expect, test } from "vitest";

import {
  avifImage,
  extendedWebpImage,
  gifImage,
  icoImage,
  iconBitmap,
  jpegImage,
  lossyWebpImage,
  pngImage,
  svgImage,
  webpImage,
} from "#tests/support/images.ts";

import { findImageIssue, readFoundImage, unpackIcon } from "./image-check.ts";

test.each([
  ["png", pngImage(8000, 5000)],
  ["jpg", jpegImage(8000, 5000)],
  ["jpeg", jpegImage()],
  ["gif", gifImage([8000, 5000])],
  ["webp", webpImage(8000, 5000)],
  ["webp", lossyWebpImage(8000, 5000)],
  ["webp", extendedWebpImage(8000, 5000)],
  ["avif", avifImage(8000, 5000)],
  ["svg", svgImage()],
] as const)("accepts a %s of at most 40 megapixels", async (extension, bytes) => {
  expect(await findImageIssue(bytes, extension)).toBeNull();
});

test.each([
  ["png", pngImage(65_535, 65_535)],
  ["jpg", jpegImage(8000, 5001)],
  ["gif", gifImage([8000, 5001])],
  ["gif", gifImage([10, 10], [8000, 5001])],
  ["webp", webpImage(8000, 5001)],
  ["webp", lossyWebpImage(8000, 5001)],
  ["webp", extendedWebpImage(8000, 5001)],
  ["avif", avifImage(8000, 5001)],
] as const)("refuses a %s of more than 40 megapixels by its header", async (extension, bytes) => {
  expect(await findImageIssue(bytes, extension)).toMatch(
    /Scale it to at most 40 megapixels and try again\.$/u,
  );
});

test.each([
  ["png", pngImage(0, 5)],
  ["jpg", jpegImage().subarray(0, 24)],
  ["gif", gifImage().subarray(0, 9)],
  ["webp", webpImage().subarray(0, 22)],
  ["avif", avifImage().subarray(0, 30)],
] as const)("refuses a %s without a size", async (extension, bytes) => {
  expect(await findImageIssue(bytes, extension)).toMatch(/damaged/u);
});

test("stops at an AVIF box that is shorter than its own header", async () => {
  const bytes = avifImage();
  for (const length of [2, 7]) {
    bytes.writeUInt32BE(length, bytes.indexOf("meta") - 4);
    expect(await findImageIssue(bytes, "avif")).toMatch(/damaged/u);
  }
});

test("names the actual type of a file", async () => {
  expect(await findImageIssue(webpImage(), "png")).toBe(
    "This is a WEBP file, not PNG. Save it as PNG and try again.",
  );
  expect(await findImageIssue(pngImage(), "svg")).toBe(
    "This is a PNG file, not SVG. Save it as SVG and try again.",
  );
  expect(await findImageIssue(svgImage(), "png")).toBe(
    "This file isn't a PNG image, or it's damaged. Choose another file.",
  );
});

/** Returns the rows of an unpacked icon: a filter byte, then four bytes per pixel. */
async function pixelsOf(icon: Buffer): Promise<number[][] | null> {
  const png = Buffer.from((await unpackIcon(icon)) ?? []);
  if (png.length === 0) return null;
  const width = png.readUInt32BE(16);
  const start = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const row = 1 + width * 4;
  return Array.from({ length: rows.length / row }, (_row, y) => [
    ...rows.subarray(y * row + 1, (y + 1) * row),
  ]);
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const NOTHING = [0, 0, 0, 0];
// Bitmaps have the order blue, green, red.
const BLUE_AND_RED = [255, 0, 0, 0, 0, 0, 255, 0];
/** A mask in which the first pixel of the row is transparent. */
const FIRST = [0x80, 0, 0, 0];
const NONE = [0, 0, 0, 0];

test.each([
  ["1 bit", 1, [[0b0100_0000, 0, 0, 0]], BLUE_AND_RED],
  ["4 bits", 4, [[0x01, 0, 0, 0]], BLUE_AND_RED],
  ["8 bits", 8, [[0, 1, 0, 0]], BLUE_AND_RED],
  ["24 bits", 24, [[255, 0, 0, 0, 0, 255, 0, 0]], []],
  ["32 bits", 32, [[255, 0, 0, 255, 0, 0, 255, 255]], []],
])(
  "converts a bitmap with %s a pixel to a picture with the same colours",
  async (_, bitsPerPixel, colours, palette) => {
    const bitmap = iconBitmap({ width: 2, height: 1, bitsPerPixel, palette, colours, mask: [NONE] });
    expect(await pixelsOf(icoImage(bitmap))).toEqual([[...BLUE, ...RED]]);
  },
);

test.each([
  ["1 bit", 1, [[0b0100_0000, 0, 0, 0]], BLUE_AND_RED],
  ["4 bits", 4, [[0x01, 0, 0, 0]], BLUE_AND_RED],
  ["8 bits", 8, [[0, 1, 0, 0]], BLUE_AND_RED],
  ["24 bits", 24, [[255, 0, 0, 0, 0, 255, 0, 0]], []],
  ["32 bits without opacity", 32, [[255, 0, 0, 0, 0, 0, 255, 0]], []],
])("makes pixels transparent by the mask of a bitmap with %s", async (_, bitsPerPixel, colours, palette) => {
  const bitmap = iconBitmap({ width: 2, height: 1, bitsPerPixel, palette, colours, mask: [FIRST] });
  const [row] = (await pixelsOf(icoImage(bitmap))) ?? [];
  expect(row?.[3]).toBe(0);
  expect(row?.slice(4)).toEqual(RED);
});

test("reads rows from the bottom up, and applies low opacity", async () => {
  const colours = [
    [0, 0, 255, 255],
    [255, 0, 0, 7],
  ];
  const bitmap = iconBitmap({ width: 1, height: 2, bitsPerPixel: 32, colours, mask: [FIRST, FIRST] });
  expect(await pixelsOf(icoImage(bitmap))).toEqual([[0, 0, 255, 7], RED]);
});

test("selects the largest picture with most colours, and uses PNGs unchanged", async () => {
  const small = iconBitmap({ width: 1, height: 1, bitsPerPixel: 32, colours: [RED], mask: [NONE] });
  const poor = iconBitmap({
    width: 2,
    height: 1,
    bitsPerPixel: 8,
    palette: BLUE_AND_RED,
    colours: [[0, 0, 0, 0]],
    mask: [NONE],
  });
  const rich = iconBitmap({
    width: 2,
    height: 1,
    bitsPerPixel: 24,
    colours: [[0, 0, 255, 0, 0, 255, 0, 0]],
    mask: [NONE],
  });
  expect(await pixelsOf(icoImage(small, poor, rich))).toEqual([[...RED, ...RED]]);
  expect(await unpackIcon(icoImage(small, pngImage(64, 64), rich))).toEqual(pngImage(64, 64));
});

test("falls back from a broken picture to the next", async () => {
  const short = iconBitmap({ width: 200, height: 200, bitsPerPixel: 32, colours: [RED] });
  const whole = iconBitmap({ width: 1, height: 1, bitsPerPixel: 32, colours: [RED], mask: [NONE] });
  expect(await pixelsOf(icoImage(short, whole))).toEqual([[0, 0, 255, 255]]);
});

test.each([
  ["of nothing", Buffer.from([0, 0, 1, 0, 0, 0])],
  ["that ends in its directory", icoImage(pngImage()).subarray(0, 12)],
  ["whose picture lies outside", icoImage(pngImage()).subarray(0, 22)],
  [
    "of millions of pixels",
    icoImage(iconBitmap({ width: 65_535, height: 65_535, bitsPerPixel: 1, colours: [] })),
  ],
  [
    "of a negative size",
    icoImage(iconBitmap({ width: -16, height: -16, bitsPerPixel: 32, colours: [NOTHING] })),
  ],
  ["of 16 bits", icoImage(iconBitmap({ width: 1, height: 1, bitsPerPixel: 16, colours: [NOTHING] }))],
])("finds no picture in an icon file %s", async (_, bytes) => {
  expect(await readFoundImage(bytes)).toEqual({ error: "This icon file is damaged." });
});

test("checks a PNG in an icon file like any other", async () => {
  expect(await readFoundImage(icoImage(pngImage(65_535, 65_535)))).toEqual({
    error: expect.stringContaining("65535 × 65535 pixels"),
  });
});

test("reports an error for any bytes", async () => {
  const bitmap = iconBitmap({
    width: 2,
    height: 2,
    bitsPerPixel: 8,
    palette: BLUE_AND_RED,
    colours: [RED, RED],
  });
  const icon = icoImage(bitmap, pngImage());
  const change = record({ at: nat(icon.length - 1), value: nat(255) });
  await assert(
    asyncProperty(array(change, { maxLength: 12 }), async (changes) => {
      const bytes = Buffer.from(icon);
      for (const { at, value } of changes) bytes[at] = value;
      const picture = await unpackIcon(bytes);
      expect(picture === null || picture.length > 0).toBe(true);
    }),
  );
});
