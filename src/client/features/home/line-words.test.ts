import { describe, expect, test } from "vitest";

import type { SinceLine } from "#shared/kernel/activity.ts";

import { joinNames, lineAddress } from "./since-block.tsx";

describe("names of people", () => {
  test.each<[string[], number, string]>([
    [[], 0, "[StackLoop]"],
    [["Ada"], 0, "[Ada]"],
    [["Ada", "Bob"], 0, "[Ada] and [Bob]"],
    [["Ada", "Bob", "Cleo"], 1, "[Ada], [Bob], [Cleo] and 1 other"],
    [["Ada", "Bob", "Cleo"], 7, "[Ada], [Bob], [Cleo] and 7 others"],
  ])("%o and %d more", (names, others, words) => {
    const pieces = joinNames(names, others).map(({ text, isName }) => (isName ? `[${text}]` : text));
    expect(pieces.join("")).toBe(words);
  });
});

describe("targets of lines", () => {
  const line: SinceLine = {
    verb: "added",
    kind: "reading",
    itemId: "r1",
    title: "Emma",
    detail: {},
    count: 1,
    actors: ["Ada"],
    otherActors: 0,
    isYours: false,
    at: "2026-11-21T10:00:00.000Z",
  };

  test.each<[string, Partial<SinceLine>, string]>([
    ["an item", {}, "/chapter-loop?reading=r1"],
    [
      "a comment",
      { verb: "commented", detail: { comment: "c1", change: "added" } },
      "/chapter-loop?reading=r1&comment=c1",
    ],
    ["a change, to the history", { verb: "edited" }, "/chapter-loop?dialog=history&item=r1"],
    [
      "a restored version, to the history",
      { kind: "tool", verb: "restored", detail: { from: 2 } },
      "/dashboard?dialog=history&tool=r1",
    ],
    ["what came back", { verb: "restored" }, "/chapter-loop?reading=r1"],
    ["a summary, to its paper", { kind: "paper", verb: "edited" }, "/arxiv?paper=r1"],
    ["what was deleted, to its section", { verb: "deleted" }, "/chapter-loop"],
    ["several items, to their section", { kind: "tool", itemId: null, count: 412 }, "/dashboard"],
    ["what was found, to its section", { kind: "paper", verb: "fetched", itemId: null }, "/arxiv"],
  ])("%s", (_, changes, address) => {
    expect(lineAddress({ ...line, ...changes })).toBe(address);
  });
});
