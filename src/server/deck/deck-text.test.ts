import { expect, test } from "vitest";

import { countLines, fitText, textWidth, linkHost, linkLabel, linkTarget } from "./deck-text.ts";

const style = { fontSize: 14 };
const sentence = "It writes and tests code. ";

test("leaves text that fits unchanged", () => {
  expect(fitText("Short text.", 4, 1, style)).toBe("Short text.");
  expect(fitText("", 4, 1, style)).toBe("");
});

test("truncates long text at a sentence within its lines", () => {
  const cut = fitText(sentence.repeat(50), 4, 5, style);
  expect(cut).toMatch(/^(It writes and tests code\. )+…$/);
  expect(countLines(cut, 4, style)).toBeLessThanOrEqual(5);
});

test("truncates one long sentence at a word", () => {
  const cut = fitText("planning writing reviewing ".repeat(50), 4, 3, style);
  expect(cut).toMatch(/(planning|writing|reviewing)…$/);
  expect(countLines(cut, 4, style)).toBeLessThanOrEqual(3);
});

test("breaks a word longer than a line without splitting an emoji", () => {
  const cut = fitText("👩‍👩‍👧‍👦".repeat(60), 2, 1, style);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut).toMatch(/^(👩‍👩‍👧‍👦)+…$/u);
  expect(countLines(fitText("x".repeat(6000), 2, 4, style), 2, style)).toBeLessThanOrEqual(4);
});

test("counts line breaks as lines", () => {
  expect(countLines("a\nb\nc", 4, style)).toBe(3);
  expect(fitText("a\nb\nc\nd", 4, 3, style)).toBe("a\nb\nc…");
});

test("measures wide letters and bold text as wider", () => {
  expect(textWidth("WWW", style)).toBeGreaterThan(textWidth("iii", style) * 3);
  expect(textWidth("日本語", style)).toBeGreaterThan(textWidth("abc", style));
  expect(textWidth("abc", { ...style, isBold: true })).toBeGreaterThan(textWidth("abc", style));
});

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
