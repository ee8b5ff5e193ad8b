import { expect, test } from "vitest";

import { tendencyOf, tallyOf } from "#server/features/verdicts/verdicts.service.ts";
import { type Ring, RINGS } from "#shared/verdicts/rings.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

const lean = (votes: readonly Ring[], decided: Ring | null) => tendencyOf(tallyOf(votes), decided);

test("returns the median of three or more votes", () => {
  expect(lean(["adopt", "adopt"], null)).toBeNull();
  expect(lean(["adopt", "trial", "hold"], null)).toBe("trial");
  expect(lean(["trial", "trial", "trial", "adopt"], "assess")).toBe("trial");
});

test("returns nothing if the median is the current verdict", () => {
  expect(lean(["adopt", "trial", "hold"], "trial")).toBeNull();
  expect(lean(["adopt", "adopt", "hold", "hold"], "assess")).toBeNull();
});

test("selects the median closer to the verdict, or the more cautious one without a verdict", () => {
  expect(lean(["adopt", "trial", "assess", "hold"], "adopt")).toBe("trial");
  expect(lean(["adopt", "trial", "assess", "hold"], "hold")).toBe("assess");
  expect(lean(["adopt", "trial", "assess", "hold"], null)).toBe("assess");
});

test("ignores the order of votes, has at most half of them on either side, and is null if the verdict matches", () => {
  const random = seededRandom(14);
  const pick = (): Ring => RINGS[Math.floor(random() * RINGS.length)] ?? "hold";
  for (let round = 0; round < 2000; round += 1) {
    const votes = Array.from({ length: Math.floor(random() * 9) }, pick);
    const decided = random() < 0.2 ? null : pick();
    const to = lean(votes, decided);
    expect(lean(votes.toReversed(), decided)).toBe(to);
    expect(to === null || votes.length >= 3).toBe(true);
    if (to === null) continue;
    expect(to).not.toBe(decided);
    expect(lean(votes, to)).toBeNull();
    const ringIndex = RINGS.indexOf(to);
    const before = votes.filter((ring) => RINGS.indexOf(ring) < ringIndex).length;
    const after = votes.filter((ring) => RINGS.indexOf(ring) > ringIndex).length;
    expect(Math.max(before, after) * 2).toBeLessThanOrEqual(votes.length);
  }
});
