import { expect, test } from "vitest";

import { rowsInJson } from "./files/json-rows.ts";
import { TOOL_IMPORT } from "./tool-import.ts";
import {
  IGNORED_TOOL_COLUMNS,
  prepareRadarRows,
  readToolMemory,
  TOOL_MEMORY_COLUMNS,
} from "./tool-memory.ts";

const read = (row: unknown) => readToolMemory(row, [...TOOL_MEMORY_COLUMNS, ...IGNORED_TOOL_COLUMNS]);
const NOTHING = { aliases: [], verdict: null };

test("reads aliases, and a ring with its reason", () => {
  const { memory, notes } = read({ aliases: [" GPT ", "GPT-4o"], ring: "Trial", reason: " It\nsings " });
  expect(notes).toEqual([]);
  expect(memory).toEqual({ aliases: ["GPT", "GPT-4o"], verdict: { ring: "trial", reason: "It sings" } });
});

test("reads aliases from a text with commas or semicolons", () => {
  expect(read({ aliases: "GPT; ChatGPT, Chat" }).memory.aliases).toEqual(["GPT", "ChatGPT", "Chat"]);
});

test("uses a default reason for a ring, and truncates a long reason", () => {
  expect(read({ ring: "hold" }).memory.verdict).toEqual({ ring: "hold", reason: "Imported from a file" });
  expect(read({ ring: "hold", reason: "x".repeat(600) }).memory.verdict?.reason).toBe("x".repeat(500));
});

test("drops an unknown ring with a note", () => {
  const { memory, notes } = read({ ring: "love", reason: "Nice" });
  expect(memory).toEqual(NOTHING);
  expect(notes).toMatchObject([
    { field: "ring", message: "Ring left out: not one of Adopt, Trial, Assess and Hold", value: "love" },
  ]);
});

test("drops verdicts and votes of older files with a note", () => {
  const { memory, notes } = read({ verdicts: [{ ring: "trial" }], votes: [{ user: "ada" }] });
  expect(memory).toEqual(NOTHING);
  expect(notes.map(({ field, message }) => [field, message])).toEqual([
    ["verdicts", "Verdicts and their evidence left out: only a backup or the command “copy” includes them"],
    ["votes", "Votes left out: only a backup or the command “copy” includes them"],
  ]);
});

test("drops only invalid aliases", () => {
  const { memory, notes } = read({ aliases: ["GPT", "C", 7, "a b c d e f g", "x".repeat(101)] });
  expect(memory.aliases).toEqual(["GPT"]);
  expect(notes.map(({ message }) => message)).toEqual([
    "Also known as left out: use at least 2 letters",
    "Also known as left out: another name must be text",
    "Also known as left out: use at most 6 words",
    "Also known as left out: use at most 100 characters",
  ]);
});

test.each([[null], ["Whisper"], [{}], [{ aliases: 3, ring: true, verdicts: 3, votes: { ada: "adopt" } }]])(
  "finds none of these columns in %j",
  (row) => {
    expect(read(row)).toEqual({ memory: NOTHING, notes: [] });
  },
);

test("ignores a column that is mapped to a field", () => {
  expect(readToolMemory({ aliases: ["GPT"] }, ["ring"]).memory.aliases).toEqual([]);
});

test.each<[string, unknown]>([
  [
    "Build Your Own Radar",
    [{ name: "Whisper", ring: "Trial", quadrant: "Tools", isNew: "TRUE", description: "<p>It hears</p>" }],
  ],
  [
    "Zalando",
    {
      date: "2026.10",
      entries: [{ quadrant: 2, ring: 1, label: "Whisper", active: true, moved: 0, description: "It hears" }],
    },
  ],
  [
    "Backstage",
    {
      title: "Radar",
      quadrants: [{ id: "tools", name: "Tools" }],
      rings: [{ id: "trial", name: "TRIAL", color: "#5ba300" }],
      entries: [
        {
          id: "whisper",
          key: "whisper",
          title: "Whisper",
          quadrant: "tools",
          timeline: [
            { moved: 0, ringId: "assess", date: "2025-05-01", description: "New" },
            { moved: 1, ringId: "trial", date: "2026-05-01", description: "It hears" },
          ],
        },
      ],
    },
  ],
  [
    "AOE",
    {
      items: [
        { id: "whisper", title: "Whisper", ring: "trial", quadrant: "tools", body: "<p>It hears</p>\n" },
      ],
      releases: ["2026-05-01"],
    },
  ],
])("reads rings and reasons from a radar file of %s", (_program, file) => {
  const rows = prepareRadarRows(rowsInJson(file, TOOL_IMPORT) ?? []);
  expect(rows).toMatchObject([{ name: "Whisper", ring: "trial" }]);
  expect(rows.map((row) => read(row).memory)).toEqual([
    { aliases: [], verdict: { ring: "trial", reason: "It hears" } },
  ]);
  expect(prepareRadarRows(rows)).toEqual(rows);
});

test("leaves rows of other files unchanged", () => {
  const rows = [
    { title: "Whisper", ring: "gold" },
    { title: "Suno", ring: "adopt" },
  ];
  expect(prepareRadarRows(rows)).toBe(rows);
});
