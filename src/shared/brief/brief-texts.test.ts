import { expect, test } from "vitest";

import { exampleBrief } from "#tests/support/brief-example.ts";

import { briefTitle, lineFacts, periodText } from "./brief-texts.ts";

test("writes shared parts of a period once", () => {
  expect(periodText({ from: "2026-11-16", to: "2026-11-22" })).toBe("November 16 – 22, 2026");
  expect(periodText({ from: "2026-10-26", to: "2026-11-01" })).toBe("October 26 – November 1, 2026");
  expect(periodText({ from: "2026-11-16", to: "2026-11-16" })).toBe("November 16, 2026");
});

test("names a brief by its headline, or by its period", () => {
  expect(briefTitle(exampleBrief())).toBe("Cursor is adopted");
  expect(briefTitle(exampleBrief({ headline: "" }))).toBe("Brief of November 16 – 22, 2026");
});

test("describes each kind of line in short parts", () => {
  const facts = exampleBrief().sections.map(({ kind, lines }) => [kind, lines.map(lineFacts)]);
  expect(facts).toEqual([
    ["decisions", [["Trial → Adopt", "Ada Lovelace"], ["Hold"]]],
    ["newTools", [["Grace Hopper"]]],
    ["news", [["3 sources", "2 stars", "news.example"]]],
    ["papers", [["1 star", "2 replies", "A. Author, B. Author"]]],
    ["prompts", [["Changed", "Ada Lovelace"]]],
    [
      "discussions",
      [
        ["4 replies", "Grace Hopper"],
        ["Unanswered", "Bob"],
      ],
    ],
    ["reviews", [["Trial", "Due November 20, 2026", "Ada Lovelace"]]],
  ]);
});
