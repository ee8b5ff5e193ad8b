import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { findLabelled } from "./labelled.ts";
import { readLabelled, scoreFinder, scoreSubstrings, scoreWholeWords } from "./mention-quality.ts";

const sentence = (...words: string[]) => words.map((word) => word.replace("/", "\t")).join("\n");

function collection(): string {
  const folder = join(temporaryFolder(), "labelled", "crossner-ai");
  mkdirSync(folder, { recursive: true });
  const files = {
    "train.txt": [
      sentence("We/O", "use/O", "Hugging/B-organisation", "Face/I-organisation", "./O"),
      sentence("Lovelace/B-researcher", "wrote/O", "in/O", "Sea/B-programlang", "Sea/B-product"),
    ],
    "dev.txt": [sentence("Seasons/O", "come/O")],
    "test.txt": [sentence("to/O", "sea/O")],
  };
  for (const [file, sentences] of Object.entries(files))
    writeFileSync(join(folder, file), `${sentences.join("\n\n")}\n\n`);
  return folder;
}

test("reads sentences with the names marked by their authors", () => {
  const { sentences, names } = readLabelled(collection());
  expect(sentences.map(({ text }) => text)).toEqual([
    "We use Hugging Face .",
    "Lovelace wrote in Sea Sea",
    "Seasons come",
    "to sea",
  ]);
  expect(sentences.map((one) => [...one.names])).toEqual([["hugging face"], ["sea"], [], []]);
  expect(Object.fromEntries(names)).toEqual({ "hugging face": "Hugging Face", sea: "Sea" });
});

test("measures found names by the marked ones, next to simpler methods", () => {
  const labelled = readLabelled(collection());
  expect(scoreSubstrings(labelled)).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 });
  expect(scoreWholeWords(labelled).precision).toBeCloseTo(2 / 3);
  expect(scoreFinder(labelled).recall).toBe(1);
});

test("finds a set in the given folder, or one below it", () => {
  const folder = collection();
  expect(findLabelled(folder, "crossner-ai", "test.txt")).toBe(folder);
  expect(findLabelled(join(folder, ".."), "crossner-ai", "test.txt")).toBe(folder);
  expect(findLabelled(folder, "crossner-ai", "nothing-of-that-name.txt")).toBeNull();
});
