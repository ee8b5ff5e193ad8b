import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { measureQuality } from "./figures.ts";
import { findLabelled } from "./labelled.ts";

function folderOf(set: string, files: Record<string, readonly object[]>): string {
  const folder = join(temporaryFolder(), set);
  mkdirSync(folder, { recursive: true });
  for (const [file, lines] of Object.entries(files))
    writeFileSync(join(folder, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return folder;
}

const figuresOf = async (folder: string, set: string) =>
  (await measureQuality(folder, set)).map(({ what, score }) => [what.replace(/ \(.*/u, ""), score]);

test("measures answers by the sentences that people marked", async () => {
  const passage = (title: string, ...sentences: string[]) => [{ title, sentences }];
  const answerable = {
    id: "1",
    input: "how long do whales sing",
    passages: passage("Whales", "Whales sing for ten hours.", "The sea is cold."),
    output: [{ selected_sentences: ["Whales sing for ten hours."] }],
  };
  const unanswerable = {
    id: "2",
    input: "who invented the kettle of copper",
    passages: passage("Kettle", "A kettle boils water."),
    output: [{ selected_sentences: [] }],
  };
  const folder = folderOf("clapnq", {
    "answerable.jsonl": [answerable],
    "unanswerable.jsonl": [unanswerable],
  });
  expect(await figuresOf(folder, "clapnq")).toEqual([
    ["right sentence among three quotations", 1],
    ["questions refused if the answer is absent", 1],
    ["questions refused if only the topic is present", 1],
    ["right sentence with the second level", 1],
  ]);
});

test("measures summaries by the closest human one", async () => {
  const source = ["Whales are large.", "We present a song of whales."];
  const folder = folderOf("scitldr", {
    "dev.jsonl": [{ source, target: ["Kettles boil.", "A song of whales is presented."] }],
  });
  const [[, words = 0] = [], [, pairs = 0] = [], [, sequence = 0] = []] = await figuresOf(folder, "scitldr");
  // Six words in each. They share five, of which four are adjacent.
  expect(words).toBeCloseTo(5 / 6);
  expect(pairs).toBeCloseTo(3 / 5);
  expect(sequence).toBeCloseTo(4 / 6);
});

test.for(["clapnq", "scitldr"])(
  "reaches the goals on %s, if the data set is available",
  async (set, { skip }) => {
    if (findLabelled(undefined, set, set === "clapnq" ? "answerable.jsonl" : "dev.jsonl") === null)
      skip("no folder with judged texts");
    const missed = (await measureQuality(undefined, set)).filter(({ score, goal = 0 }) => score < goal);
    expect(missed).toEqual([]);
  },
);
