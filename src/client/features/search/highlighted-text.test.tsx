import { render } from "@testing-library/react";
import { expect, test } from "vitest";

import { HighlightedText } from "./highlighted-text.tsx";

test.each([
  ["an address", "https://", 1],
  ["a word", "Chat", 0],
])("allows a line break before a match only after punctuation: %s", (_, before, breaks) => {
  const parts = [
    { text: before, isMatch: false },
    { text: "claude", isMatch: true },
  ];
  const { container } = render(<HighlightedText kind="tool" parts={parts} />);
  expect(container.querySelectorAll("wbr")).toHaveLength(breaks);
  expect(container).toHaveTextContent(`${before}claude`);
});
