import { expect, test } from "vitest";

import { promptAsMarkdown } from "./use-prompt-dialog.tsx";

test("writes the name, purpose and fenced text as Markdown", () => {
  expect(promptAsMarkdown({ name: "Poet", purpose: "For birthdays" }, "Write.\nRhyme.")).toBe(
    "## Poet\n\nFor birthdays\n\n```text\nWrite.\nRhyme.\n```",
  );
});

test("uses a longer fence for a text that contains fences", () => {
  expect(promptAsMarkdown({ name: "Coder", purpose: null }, "````js\n1\n````")).toBe(
    "## Coder\n\n`````text\n````js\n1\n````\n`````",
  );
});
