import { expect, test } from "vitest";

import {
  avifImage,
  extendedWebpImage,
  gifImage,
  jpegImage,
  lossyWebpImage,
  pngImage,
  svgImage,
  webpImage,
} from "#tests/support/images.ts";

import { findImageIssue } from "./image-check.ts";

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
