import { expect, test } from "vitest";

import { linkHost, linkLabel, linkTarget } from "./web-link.ts";

test.each([
  "javascript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,x",
  "/public-objects/logos/a.png",
  "",
  null,
])("%j is no link", (address) => {
  expect(linkTarget(address)).toBeNull();
});

test("a link keeps to the letters of RFC 3986 and carries no password", () => {
  const target = linkTarget('https://user:secret@bücher.example/a b|{c}?q="ü"^[1]&50%#a#b');
  expect(target).toMatch(/^https:\/\/xn--bcher-kva\.example\/[\w\-.~:/?#@!$&'()*+,;=%]*$/);
  expect(target).not.toMatch(/%(?![0-9A-F]{2})/i);
  expect(target?.split("#")).toHaveLength(2);
  expect(target).not.toContain("secret");
});

test("an ordinary address stays as it is, a too long one is no link", () => {
  const address = "https://example.com/a/b?x=1&y=%20z#part";
  expect(linkTarget(address)).toBe(address);
  expect(linkTarget(`https://example.com/${"ü".repeat(1000)}`)).toBeNull();
});

test("a link is called by its host and path", () => {
  expect(linkLabel("https://www.example.com/")).toBe("example.com");
  expect(linkLabel("https://example.com/docs/")).toBe("example.com/docs");
  expect(linkHost("https://www.example.com/docs")).toBe("example.com");
});
