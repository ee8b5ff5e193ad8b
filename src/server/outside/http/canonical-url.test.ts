import { expect, test } from "vitest";

import { canonicalUrl, webAddress } from "./canonical-url.ts";

test.each([
  ["https://Example.com:443/a?utm_source=x&utm_medium=y", "https://example.com/a"],
  ["http://example.com:80/a#part", "http://example.com/a"],
  ["https://example.com/a?id=7&fbclid=z", "https://example.com/a?id=7"],
  ["https://example.com/a?b=1&a=2", "https://example.com/a?b=1&a=2"],
  ["https://example.com/a?q=a%20b+c", "https://example.com/a?q=a%20b+c"],
  ["https://medium.com/p?source=rss-12------2", "https://medium.com/p"],
  ["https://example.com/a?source=archive", "https://example.com/a?source=archive"],
  ["https://example.com/#!/news/1", "https://example.com/#!/news/1"],
  ["https://example.com/a?", "https://example.com/a"],
  [" https://example.com ", "https://example.com/"],
])("normalises %s to %s", (address, expected) => {
  expect(canonicalUrl(address)).toBe(expected);
});

test.each([
  "javascript:alert(1)",
  "mailto:a@example.com",
  "//",
  "",
  null,
  undefined,
  "https://a:b@example.com/",
  `https://example.com/${"a".repeat(3000)}`,
])("rejects %s as a web address", (address) => {
  expect(webAddress(address)).toBeNull();
});
