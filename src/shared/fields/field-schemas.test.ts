import { expect, test } from "vitest";

import { optionalImageAddress } from "#shared/fields/field-schemas.ts";
import { isImageAddress } from "#shared/pictures/image-rules.ts";

test.each([
  "/public-objects/logos/a.png",
  "/public-objects/logos/0b6f-4a.svg",
  "/brand-logos/openai.svg",
  "/brand-logos/claude-color.svg",
  "/logo.png",
  "/images/team logo.png?v=2#top",
  "/a/b.c/..d/e...png",
  "/",
  "https://example.com/logo.png",
  "http://example.com/",
])("accepts %s as an image's address", (address) => {
  expect(isImageAddress(address)).toBe(true);
});

test.each([
  "//evil.example/a.png",
  "/\\evil.example/a.png",
  "/../secret",
  "/a/../../secret",
  "/a/..",
  "/%2e%2E/secret",
  "/\t/evil.example/a.png",
  "/\n\\evil.example/a.png",
  "///evil.example/a.png",
  "/public-objects/logos/../a.png",
  "/brand-logos/../openai.svg",
  "a.png",
  "javascript:alert(1)",
  "data:image/png;base64,AA",
  "ftp://example.com/a.png",
  "https://",
])("rejects %s as an image's address", (address) => {
  expect(optionalImageAddress.safeParse(address).error?.issues[0]?.message).toBe(
    "Please enter a valid URL or file path",
  );
});

test("reads an empty field as no image", () => {
  expect(optionalImageAddress.parse("")).toBeNull();
});
