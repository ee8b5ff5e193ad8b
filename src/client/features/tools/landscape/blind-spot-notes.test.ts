import { expect, test } from "vitest";

import { createNotesAt, describeBlindSpot } from "./blind-spot-notes.tsx";

const head = (value: string | null) => ({ value, label: value ?? "Other", count: 1 });
const tool = (id: string) => ({ id, name: id });

test("shows the notes of one cell, and of all other modalities in their shared column", () => {
  const notesAt = createNotesAt(
    {
      cells: [
        {
          industry: "media",
          modality: "text",
          notes: [{ kind: "no-prompt", count: 1, tools: [tool("a")] }],
        },
        {
          industry: "media",
          modality: "smell",
          notes: [
            { kind: "untried", count: 1, tools: [tool("b")] },
            { kind: "overdue", count: 1, tools: [tool("b")], since: "2026-05-01" },
          ],
        },
        {
          industry: "media",
          modality: "taste",
          notes: [{ kind: "overdue", count: 1, tools: [tool("c")], since: "2026-03-01" }],
        },
        { industry: "general", modality: "video", notes: [{ kind: "papers-no-tool", count: 9, tools: [] }] },
      ],
    },
    [head("text"), head(null)],
  );
  expect(notesAt(head("media"), head("text"))).toEqual([{ kind: "no-prompt", count: 1, tools: [tool("a")] }]);
  expect(notesAt(head("media"), head(null))).toEqual([
    { kind: "untried", count: 1, tools: [tool("b")] },
    { kind: "overdue", count: 2, tools: [tool("b"), tool("c")], since: "2026-03-01" },
  ]);
  expect(notesAt(head("general"), head(null))).toEqual([]);
  expect(notesAt(head("finance"), head("text"))).toEqual([]);
});

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
  expect(describeBlindSpot({ ...note, tools: [] }, NOW)).toBe(words);
});
