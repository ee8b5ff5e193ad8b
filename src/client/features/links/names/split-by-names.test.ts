import { expect, test } from "vitest";

import { namesByText, splitByNames } from "./split-by-names.ts";

const name = (spelled: string) => ({ spelled });

/** The pieces as one text, with names in brackets. */
const marked = (text: string, ...spelled: string[]) =>
  splitByNames(
    text,
    spelled.map((word) => name(word)),
  )
    .map((piece) => (piece.name ? `[${piece.text}]` : piece.text))
    .join("");

test("a name stands out where it first stands as a word of its own", () => {
  expect(marked("Whispers of Whisper, and Whisper again", "Whisper")).toBe(
    "Whispers of [Whisper], and Whisper again",
  );
  expect(marked("We tried C++ and Node.js.", "C++", "Node.js")).toBe("We tried [C++] and [Node.js].");
  expect(marked("Éclair? No: Clair.", "clair", "Clair")).toBe("Éclair? No: [Clair].");
});

test("names are spelled as they were found, and a text without any is one piece", () => {
  expect(marked("we whisper", "Whisper")).toBe("we whisper");
  expect(splitByNames("we whisper", [])).toEqual([{ text: "we whisper", name: null }]);
  expect(splitByNames("", [name("Whisper")])).toEqual([]);
  expect(marked("Anything", "")).toBe("Anything");
});

test("of two names in one place the longer one stands out", () => {
  expect(marked("Claude Code beats Claude", "Claude", "Claude Code")).toBe("[Claude Code] beats Claude");
  expect(marked("GPT 4 Turbo Pro", "GPT 4 Turbo", "Turbo Pro")).toBe("[GPT 4 Turbo] Pro");
});

test("of several texts each name belongs to the first that has it", () => {
  const [whisper, sora, absent] = [name("Whisper"), name("Sora"), name("Cursor")];
  expect(namesByText(["Nothing", "Whisper hears", "Whisper and Sora"], [sora, whisper, absent])).toEqual([
    [],
    [whisper],
    [sora],
  ]);
});
