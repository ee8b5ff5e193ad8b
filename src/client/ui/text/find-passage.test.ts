import { expect, test } from "vitest";

import { findPassage } from "./find-passage.ts";

function found(html: string, passage: string): string | null {
  const root = document.createElement("div");
  root.innerHTML = html;
  return findPassage(root, passage)?.toString() ?? null;
}

test.each([
  ["<p>One. Two whales sing. Three.</p>", "Two whales sing.", "Two whales sing"],
  [
    "<p>Use <a>Claude</a> for\n  long <em>texts</em>.</p>",
    "Use Claude for long texts.",
    "Use Claude for\n  long texts",
  ],
  ["<p>Use <b>bold</b> words</p>", "Use **bold** words", "Use bold words"],
  ["<p>ΣΊΣΥΦΟΣ Größe 🐳 İstanbul</p>", "größe 🐳 İstanbul", "Größe 🐳 İstanbul"],
  ["<p>One whale.</p>", "Two whales", null],
  ["<p>One whale.</p>", "…", null],
])("finds in %j the passage %j", (html, passage, expected) => {
  expect(found(html, passage)).toBe(expected);
});
