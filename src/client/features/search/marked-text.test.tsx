import { render } from "@testing-library/react";
import { expect, test } from "vitest";

import { MarkedText } from "./marked-text.tsx";

test.each([
  ["after punctuation, as in addresses", "https://", 1],
  ["not inside a word", "Chat", 0],
])("a line may break before a match %s", (_, before, breaks) => {
  const parts = [
    { text: before, isMatch: false },
    { text: "claude", isMatch: true },
  ];
  const { container } = render(<MarkedText kind="tool" parts={parts} />);
  expect(container.querySelectorAll("wbr")).toHaveLength(breaks);
  expect(container).toHaveTextContent(`${before}claude`);
});
