import { expect, test } from "vitest";

import { monogram } from "./monogram.ts";
import { pictureOf } from "./picture.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADklEQVR4nGNgQAX/IQAABfUC/p0AAAAASUVORK5CYII=",
  "base64",
);
const gif = Buffer.from([...Buffer.from("GIF89a"), 5, 0, 7, 0, 0, 0, 0]);
/** A JPEG's first segments: application data, then the frame that holds the size. */
const jpeg = Buffer.from("ffd8ffe000040000ffc0000b080014001e01011100", "hex");

test("size and kind of a picture are read from its bytes", () => {
  expect(pictureOf(png)).toEqual({ mediaType: "image/png", width: 2, height: 3 });
  expect(pictureOf(gif)).toEqual({ mediaType: "image/gif", width: 5, height: 7 });
  expect(pictureOf(jpeg)).toEqual({ mediaType: "image/jpeg", width: 30, height: 20 });
});

test("what not every program shows, or none, is no picture", () => {
  const texts = ["<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF....WEBPVP8 ", "....ftypavif", "", "text"];
  for (const text of texts) expect(pictureOf(Buffer.from(text))).toBeNull();
  for (const cut of [png.subarray(0, 20), gif.subarray(0, 7), jpeg.subarray(0, 6)]) {
    expect(pictureOf(cut)).toBeNull();
  }
});

test("a monogram shows the initials, in the same colour for the same name", () => {
  expect(monogram("GitHub Copilot").initials).toBe("GC");
  expect(monogram("claude").initials).toBe("C");
  expect(monogram("  émile-zola AI").initials).toBe("ÉZ");
  expect(monogram("👩‍👩‍👧‍👦").initials).toBe("👩‍👩‍👧‍👦");
  expect(monogram("").initials).toBe("?");
  expect(monogram("Claude").colour).toBe(monogram("claude").colour);
  expect(monogram("x").colour).toMatch(/^[0-9A-F]{6}$/);
});
