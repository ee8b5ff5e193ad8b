import { render } from "@testing-library/react";
import { expect, test } from "vitest";

import { Summary } from "./named-text.tsx";

const shown = (text: string) =>
  [...render(<Summary text={text} />).container.querySelectorAll("h4, p")].map((line) => [
    line.tagName === "H4" ? "heading" : line.className === "" ? "line" : "indented",
    line.textContent,
  ]);

test("parses headings in double asterisks and numbered points, and drops blank lines", () => {
  expect(shown("**Key Contribution**\r\n\n  1. It plans.\n12. It acts.\n   \nAnd so on.")).toEqual([
    ["heading", "Key Contribution"],
    ["indented", "1. It plans."],
    ["indented", "12. It acts."],
    ["line", "And so on."],
  ]);
});

test("treats markup as text", () => {
  const hostile = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) **not a heading";
  expect(shown(hostile)).toEqual([["line", hostile]]);
  expect(shown("****")).toEqual([["line", "****"]]);
});
