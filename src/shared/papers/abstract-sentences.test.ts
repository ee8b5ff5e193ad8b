import { expect, test } from "vitest";

import { extractSummary, contributionSentence } from "./abstract-sentences.ts";

const ABSTRACT =
  "Language models answer questions about whales. We propose Orca, a language model that answers questions about whales with sources, e.g. with papers by Smith et al. The weather was fine. Orca answers 12.5% more questions about whales than other language models do. Our code is public. We thank our families.";

test("begins with the contribution, then selects the most central sentences in order", () => {
  expect(extractSummary(ABSTRACT)).toBe(
    [
      "**Key sentences from the abstract (an extract, no AI model is connected)**",
      "1. We propose Orca, a language model that answers questions about whales with sources, e.g. with papers by Smith et al.",
      "2. Language models answer questions about whales.",
      "3. Orca answers 12.5% more questions about whales than other language models do.",
    ].join("\n\n"),
  );
  expect(extractSummary(ABSTRACT)).toBe(extractSummary(ABSTRACT));
});

test.each([
  ["one sentence", "We study whales.", 1],
  ["one word", "Withdrawn", 1],
  ["another language", "クジラについて研究します。クジラは大きいです。", 1],
])("summarises %s", (_, abstract, points) => {
  expect(extractSummary(abstract).match(/^\d\. .+$/gmu)).toHaveLength(points);
});

test("limits line breaks and markup to their points", () => {
  const lines = extractSummary(
    "First **bold**\n\n1. sentence of whales.\n\n\n**Second** sentence about whales.",
  ).split("\n\n");
  expect(lines.slice(1).every((line) => /^\d\. /u.test(line))).toBe(true);
});

test.each(["a!", "**", "((((", " ", "e.g. ", "whale. "])("handles a megabyte of %j in time", (filler) => {
  expect(extractSummary(filler.repeat(1_000_000 / filler.length))).toContain("**");
});

test.each([
  ["Whales sing. In this paper, songs are counted. We present a count.", "In this paper, songs are counted."],
  ["Whales sing. Songs are long. Here, we count songs.", "Here, we count songs."],
  ["Whales sing. We ask each whale twice. We also show a count.", "We ask each whale twice."],
  ["Whales sing. Songs are long. We also show a count.", "We also show a count."],
  ["Songs of whales are long. The weather is fine. Songs of whales vary.", "Songs of whales are long."],
  ["", ""],
])(
  "chooses the sentence that says what the authors do, or the most central one: %s",
  (abstract, sentence) => {
    expect(contributionSentence(abstract)).toBe(sentence);
  },
);
