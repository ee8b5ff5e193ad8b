import { expect, test } from "vitest";

import { hostOf, webAddress } from "#client/ui/links.tsx";

test("links only http and https addresses", () => {
  expect(webAddress("https://example.com/a")?.href).toBe("https://example.com/a");
  for (const text of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "example.com", ""]) {
    expect(webAddress(text)).toBeNull();
  }
});

test("shows an address as its host, and other text unchanged", () => {
  expect(hostOf("https://www.example.com:8080/notes?x=1")).toBe("example.com:8080");
  expect(hostOf("see the blog")).toBe("see the blog");
});
