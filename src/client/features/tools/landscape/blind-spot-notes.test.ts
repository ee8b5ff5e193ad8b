import { expect, test } from "vitest";

import { blindSpotInWords } from "./blind-spot-notes.tsx";

const NOW = new Date("2026-11-24T12:00:00Z");

test.each([
  [{ kind: "untried", count: 3 }, "3 tools, none tried"],
  [{ kind: "untried", count: 1 }, "1 tool, not tried"],
  [{ kind: "no-prompt", count: 1 }, "Adopted, but no prompt uses it"],
  [{ kind: "no-prompt", count: 2 }, "2 adopted, but no prompt uses them"],
  [{ kind: "papers-no-tool", count: 9 }, "9 papers this month, no tool"],
  [{ kind: "overdue", count: 1, since: "2026-05-01" }, "Verdict overdue since May"],
  [{ kind: "overdue", count: 4, since: "2025-12-31" }, "4 verdicts overdue since December 2025"],
  [{ kind: "no-verdict", count: 5 }, null],
] as const)("describes %o as %o", (note, words) => {
  expect(blindSpotInWords({ ...note, tools: [] }, NOW)).toBe(words);
});
