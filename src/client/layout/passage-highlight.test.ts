import { expect, test } from "vitest";

import { findPassage } from "./passage-highlight.tsx";

function findText(html: string, passage: string): string | null {
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
])("finds, in %j, the passage %j", (html, passage, expected) => {
  expect(findText(html, passage)).toBe(expected);
});

test("skips a passage in excluded elements", () => {
  const root = document.createElement("div");
  root.innerHTML = "<ul><li>Two whales sing.</li></ul><p>Two whales sing.</p>";
  expect(findPassage(root, "Two whales", "ul")?.startContainer.parentElement?.tagName).toBe("P");
  expect(findPassage(root, "Two whales", "ul, p")).toBeNull();
});
