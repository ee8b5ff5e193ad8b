import { expect, test } from "vitest";

import { TOOL_MEMORY_COLUMNS } from "./tool-memory-columns.ts";
import { readToolMemory } from "./tool-memory.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const read = (row: unknown) => readToolMemory(row, TOOL_MEMORY_COLUMNS, NOW);
const verdict = { ring: "trial", reason: "It sings", decidedAt: "2026-11-20T10:00:00Z" };
const vote = { user: "ada", ring: "adopt", votedAt: "2026-11-20T10:00:00.000Z" };

test("a row says what a tool is also called, what was decided on it, oldest first, and who voted", () => {
  const first = {
    ...verdict,
    decidedAt: "2026-05-03T08:00:00.000Z",
    decidedBy: "bob",
    clearance: "internal",
    lookAgainOn: "2026-11-03",
    toolVersion: "3.1",
    evidence: [{ ref: "paper:p1", stance: "against", title: "Whales" }],
  };
  const { memory, notes } = read({ aliases: [" GPT ", "GPT-4o"], verdicts: [verdict, first], votes: [vote] });
  expect(notes).toEqual([]);
  expect(memory).toEqual({
    aliases: ["GPT", "GPT-4o"],
    verdicts: [
      { ...first, evidence: [{ ref: "paper:p1", stance: "against" }] },
      {
        ...verdict,
        decidedAt: "2026-11-20T10:00:00.000Z",
        decidedBy: null,
        clearance: null,
        lookAgainOn: null,
        toolVersion: null,
        evidence: [],
      },
    ],
    votes: [{ ...vote, note: null }],
  });
});

test.each([
  ["an unknown ring", "verdicts", [verdict, { ...verdict, ring: "love" }], "number 2: choose a ring"],
  ["no reason", "verdicts", [{ ...verdict, reason: " " }], "number 1: say in one sentence why"],
  [
    "no time",
    "verdicts",
    [{ ...verdict, decidedAt: "May" }],
    "number 1: give a time, as in 2026-11-24T10:00:00Z",
  ],
  ["a day", "verdicts", [{ ...verdict, lookAgainOn: "x" }], "number 1: give a day, as in 2027-05-24"],
  [
    "the future",
    "verdicts",
    [{ ...verdict, decidedAt: "2026-11-21T10:00:01Z" }],
    "number 1: it lies in the future",
  ],
  ["too many", "verdicts", Array.from({ length: 501 }, () => verdict), "more than 500"],
  ["nobody", "votes", [{ ...vote, user: undefined }], "number 1: say who it was"],
  [
    "a later vote",
    "votes",
    [vote, { ...vote, votedAt: "2027-01-01T00:00:00Z" }],
    "number 2: it lies in the future",
  ],
])("a list with %s is left out as a whole, with a note on why", (_what, column, list, why) => {
  const { memory, notes } = read({ aliases: ["GPT"], [column]: list });
  expect(memory).toEqual({ aliases: ["GPT"], verdicts: [], votes: [] });
  const label = column === "votes" ? "Votes" : "Verdicts";
  expect(notes).toMatchObject([{ field: column, kind: "omitted", message: `${label} left out: ${why}` }]);
});

test("of other names only the wrong ones are left out", () => {
  const { memory, notes } = read({ aliases: ["GPT", "C", 7, "a b c d e f g", "x".repeat(101)] });
  expect(memory.aliases).toEqual(["GPT"]);
  expect(notes.map(({ message }) => message)).toEqual([
    "Also known as left out: use at least 2 letters",
    "Also known as left out: another name must be text",
    "Also known as left out: use at most 6 words",
    "Also known as left out: use at most 100 characters",
  ]);
});

test.each([[null], ["Whisper"], [{}], [{ aliases: "GPT, ChatGPT", verdicts: 3, votes: { ada: "adopt" } }]])(
  "%j says nothing of it",
  (row) => {
    expect(read(row)).toEqual({ memory: { aliases: [], verdicts: [], votes: [] }, notes: [] });
  },
);

test("a column that is read for something else is left alone", () => {
  expect(readToolMemory({ aliases: ["GPT"] }, ["votes"], NOW).memory.aliases).toEqual([]);
});
