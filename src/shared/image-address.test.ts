import { expect, test } from "vitest";

import { optionalImageAddress } from "./image-address.ts";
import { isImageAddress } from "./image-rules.ts";

test.each([
  "/public-objects/logos/a.png",
  "/public-objects/logos/0b6f-4a.svg",
  "/brand-logos/openai.svg",
  "/brand-logos/claude-color.svg",
  "https://example.com/logo.png",
  "http://example.com/",
])("%s is an image's address", (address) => {
  expect(isImageAddress(address)).toBe(true);
});

test.each([
  "//evil.example/a.png",
  "/\\evil.example/a.png",
  "/../secret",
  "/a/../../secret",
  "/a b",
  "/logo.png",
  "/public-objects/logos/",
  "/public-objects/logos/a",
  "/public-objects/logos/a.html",
  "/public-objects/logos/a.png?x=1",
  "/public-objects/logos/../a.png",
  "/public-objects/logos/b/a.png",
  "/brand-logos/openai.png",
  "/brand-logos/../openai.svg",
  "/api/logout",
  "a.png",
  "javascript:alert(1)",
  "data:image/png;base64,AA",
  "ftp://example.com/a.png",
  "https://",
])("%s is not", (address) => {
  expect(optionalImageAddress.safeParse(address).error?.issues[0]?.message).toBe(
    "Please enter a valid URL or file path",
  );
});

test("an empty field means no image", () => {
  expect(optionalImageAddress.parse("")).toBeNull();
});
