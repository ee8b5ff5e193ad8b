import { expect, test } from "vitest";

import { promptAsMarkdown } from "./use-prompt-dialog.tsx";

test("Markdown holds the name, the purpose and the text in a fence", () => {
  expect(promptAsMarkdown({ name: "Poet", purpose: "For birthdays" }, "Write.\nRhyme.")).toBe(
    "## Poet\n\nFor birthdays\n\n```text\nWrite.\nRhyme.\n```",
  );
});

test("a text that has fences itself gets a longer one", () => {
  expect(promptAsMarkdown({ name: "Coder", purpose: null }, "````js\n1\n````")).toBe(
    "## Coder\n\n`````text\n````js\n1\n````\n`````",
  );
});
