import { expect, test } from "vitest";

import { linkHost, linkLabel, linkTarget } from "./web-link.ts";

test.each([
  "javascript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,x",
  "/public-objects/logos/a.png",
  "",
  null,
])("does not link %j", (address) => {
  expect(linkTarget(address)).toBeNull();
});

test("uses only characters of RFC 3986 in a link, and no password", () => {
  const target = linkTarget('https://user:secret@bücher.example/a b|{c}?q="ü"^[1]&50%#a#b');
  expect(target).toMatch(/^https:\/\/xn--bcher-kva\.example\/[\w\-.~:/?#@!$&'()*+,;=%]*$/);
  expect(target).not.toMatch(/%(?![0-9A-F]{2})/i);
  expect(target?.split("#")).toHaveLength(2);
  expect(target).not.toContain("secret");
});

test("leaves a normal address unchanged, and does not link a too long one", () => {
  const address = "https://example.com/a/b?x=1&y=%20z#part";
  expect(linkTarget(address)).toBe(address);
  expect(linkTarget(`https://example.com/${"ü".repeat(1000)}`)).toBeNull();
});

test("names a link by its host and path", () => {
  expect(linkLabel("https://www.example.com/")).toBe("example.com");
  expect(linkLabel("https://example.com/docs/")).toBe("example.com/docs");
  expect(linkHost("https://www.example.com/docs")).toBe("example.com");
});
