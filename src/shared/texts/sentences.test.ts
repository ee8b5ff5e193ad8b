import { expect, test } from "vitest";

import { segmentSentences } from "./sentences.ts";

const CHARS = Array.from("aAbZéÀ1 2  ..!?,;:-()\"'\n\r\t–’”…/*_日。ع");

test("segments are those of Intl.Segmenter", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  let seed = 1;
  const random = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: random(16) }, () => CHARS[random(CHARS.length - random(2) * 3)]).join(
      "",
    );
    const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
    expect({ text, segments: segmentSentences(text) }).toEqual({ text, segments: expected });
  }
});
