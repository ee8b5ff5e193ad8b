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

test("highlights the first occurrence of a name as a whole word", () => {
  expect(marked("Whispers of Whisper, and Whisper again", "Whisper")).toBe(
    "Whispers of [Whisper], and Whisper again",
  );
  expect(marked("We tried C++ and Node.js.", "C++", "Node.js")).toBe("We tried [C++] and [Node.js].");
  expect(marked("Éclair? No: Clair.", "clair", "Clair")).toBe("Éclair? No: [Clair].");
});

test("preserves the spelling of names, and leaves texts without names whole", () => {
  expect(marked("we whisper", "Whisper")).toBe("we whisper");
  expect(splitByNames("we whisper", [])).toEqual([{ text: "we whisper", name: null }]);
  expect(splitByNames("", [name("Whisper")])).toEqual([]);
  expect(marked("Anything", "")).toBe("Anything");
});

test("highlights the longer of two overlapping names", () => {
  expect(marked("Claude Code beats Claude", "Claude", "Claude Code")).toBe("[Claude Code] beats Claude");
  expect(marked("GPT 4 Turbo Pro", "GPT 4 Turbo", "Turbo Pro")).toBe("[GPT 4 Turbo] Pro");
});

test("highlights each name in the first of several texts", () => {
  const [whisper, sora, absent] = [name("Whisper"), name("Sora"), name("Cursor")];
  expect(namesByText(["Nothing", "Whisper hears", "Whisper and Sora"], [sora, whisper, absent])).toEqual([
    [],
    [whisper],
    [sora],
  ]);
});
