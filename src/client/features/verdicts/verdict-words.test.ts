import { expect, test } from "vitest";

import { describeEvidence, describeLeaning } from "./verdict-words.ts";

test("counts evidence by kind", () => {
  const piece = (ref: `paper:${string}` | `article:${string}`) =>
    ({ ref, stance: "for", title: "A title" }) as const;
  expect(describeEvidence([piece("paper:a"), piece("article:b"), piece("paper:c")])).toBe(
    "1 article, 2 papers",
  );
  expect(describeEvidence([])).toBe("");
});

test("names the ring with the most votes and its share", () => {
  const tally = { adopt: 1, trial: 3, assess: 0, hold: 0 };
  expect(describeLeaning("trial", { tally })).toBe("The team leans to Trial (3 of 4).");
});
