import { expect, test } from "vitest";

import { avifImage, gifImage, jpegImage, pngImage, svgImage, webpImage } from "#tests/support/images.ts";

import { pictureSizeOf } from "./picture.ts";

const png = pngImage(2, 3);
const gif = gifImage([5, 7]);
const jpeg = jpegImage(30, 20);

test("reads the size of a picture from its bytes", () => {
  expect(pictureSizeOf({ bytes: png, mediaType: "image/png" })).toEqual({ width: 2, height: 3 });
  expect(pictureSizeOf({ bytes: gif, mediaType: "image/gif" })).toEqual({ width: 5, height: 7 });
  expect(pictureSizeOf({ bytes: jpeg, mediaType: "image/jpeg" })).toEqual({ width: 30, height: 20 });
});

test("treats unsupported or missing pictures as none", () => {
  expect(pictureSizeOf({ bytes: svgImage(), mediaType: "image/svg+xml" })).toBeNull();
  expect(pictureSizeOf({ bytes: webpImage(), mediaType: "image/webp" })).toBeNull();
  expect(pictureSizeOf({ bytes: avifImage(), mediaType: "image/avif" })).toBeNull();
  expect(pictureSizeOf({ bytes: webpImage(), mediaType: "image/png" })).toBeNull();
  expect(pictureSizeOf({ bytes: Buffer.alloc(0), mediaType: "image/png" })).toBeNull();
  expect(pictureSizeOf({ bytes: png.subarray(0, 20), mediaType: "image/png" })).toBeNull();
  expect(pictureSizeOf({ bytes: gif.subarray(0, 7), mediaType: "image/gif" })).toBeNull();
  expect(pictureSizeOf({ bytes: jpeg.subarray(0, 6), mediaType: "image/jpeg" })).toBeNull();
});
