import { expect, test } from "vitest";

import { reasonWords } from "./inbox-words.ts";

test("reasons name the kind with its article, and distinguish comments from changes", () => {
  expect(reasonWords("watched", "article", true)).toBe("commented on an article that you watch");
  expect(reasonWords("watched", "tool", false)).toBe("changed a tool that you watch");
  expect(reasonWords("discussed", "article", true)).toBe("commented on an article that you discuss");
});
