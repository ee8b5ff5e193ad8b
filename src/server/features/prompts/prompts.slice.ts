import { adaptUserColumn, dependentRows } from "#server/kernel/items/belongings.service.ts";
import type { Slice } from "#server/kernel/slice.ts";

import { nameOfPrompt, promptLibrary } from "./prompts.service.ts";

const starsOfPrompt = dependentRows({
  table: "prompt_stars",
  itemColumn: "promptId",
  key: ["promptId", "userId"],
  createAdapter: adaptUserColumn("userId", "skip"),
});

export const promptSlice: Slice = {
  name: "prompts",
  library: promptLibrary,
  discussedKind: "prompt",
  belongings: [{ kind: "prompt", immediate: [nameOfPrompt, starsOfPrompt] }],
};
