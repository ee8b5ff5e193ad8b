import { expect, test } from "vitest";

import { slices } from "./slices.ts";
import { textSources } from "./workers/text-sources.ts";

test("worker threads know the texts of every slice", () => {
  const declared = slices.flatMap(({ texts = [] }) => texts);
  expect(new Set(textSources)).toEqual(new Set(declared));
});
