import { assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";

import { fold, splitWords, StoryWords } from "./story-words.ts";

const odd = constantFrom("İ", "Σ", "ΑΣ", "ΑΣ.Β", "ß", "ﬁ", "Ⅷ", "Å", "Ⓐ", "ŉ", "’", " ", "\u0307");

test("the words of a text are in lower case what each of them is by itself", () => {
  assert(
    property(string({ unit: oneof(odd, string({ unit: "binary", maxLength: 3 })) }), (text) => {
      expect(new StoryWords(text).words).toEqual(splitWords(text).map(fold));
    }),
    { numRuns: 2000 },
  );
});
