import { expect, test } from "vitest";

import { findSentences } from "./answer-sentences.ts";

const WHALES = {
  title: "Whales",
  sentences: [
    "Whales live in the sea.",
    "They sing for hours.",
    "The first recording was made in 1952.",
    "Frank Watlington made it near Bermuda.",
  ],
};
const KETTLES = {
  title: "Kettles",
  sentences: ["A kettle sings when water boils.", "A kettle sings when water boils."],
};

/** The fewer texts contain a word, the more it weighs. */
const weightOf = (stem: string) => (stem.startsWith("whale") ? 1 : 2);

const ask = (question: string) =>
  findSentences(question, [WHALES, KETTLES], weightOf).map(({ sentence, score }) => ({ sentence, score }));

test("prefers the sentence with most words of the question, under a title with the others", () => {
  expect(ask("How do whales sing?")[0]?.sentence).toBe("They sing for hours.");
  expect(ask("Which kettles sing?")[0]?.sentence).toBe("A kettle sings when water boils.");
});

test("returns a repeated sentence once, and none without a word of the question", () => {
  expect(ask("boiling water").map(({ sentence }) => sentence)).toEqual(["A kettle sings when water boils."]);
  expect(ask("violins")).toEqual([]);
  expect(ask("who was that?")).toEqual([]);
});

test("quotes no address on its own, but sentences that contain one", () => {
  const doc = {
    title: "Whales",
    sentences: [
      "https://whales.example/songs/sing",
      "HTTP://whales.example/sing?page=2 sing",
      "They sing at https://sea.example",
    ],
  };
  expect(findSentences("who sings", [doc], weightOf).map(({ sentence }) => sentence)).toEqual([
    "They sing at https://sea.example",
  ]);
});

test.each([
  ["When was the recording made?", "The first recording was made in 1952."],
  ["Who made it?", "Frank Watlington made it near Bermuda."],
])("prefers what the question asks for: %s", (question, sentence) => {
  expect(ask(question)[0]?.sentence).toBe(sentence);
});
