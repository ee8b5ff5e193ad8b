import { fitPeople, rowsOfItem } from "#server/kernel/items/belongings.service.ts";
import type { Slice } from "#server/kernel/slice.ts";

import { nameOfPrompt, promptLibrary } from "./prompts.service.ts";

const starsOfPrompt = rowsOfItem({
  table: "prompt_stars",
  itemColumn: "promptId",
  key: ["promptId", "userId"],
  fit: fitPeople("userId", "away"),
});

export const promptSlice: Slice = {
  name: "prompts",
  library: promptLibrary,
  discusses: "prompt",
  belongings: [{ kind: "prompt", few: [nameOfPrompt, starsOfPrompt] }],
};
