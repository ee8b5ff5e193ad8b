import type { Slice } from "#server/kernel/slice.ts";

import { nameOfPrompt } from "./prompt-names.service.ts";
import { promptLibrary } from "./prompts.service.ts";

export const promptSlice: Slice = {
  name: "prompts",
  library: promptLibrary,
  discusses: "prompt",
  belongings: [{ kind: "prompt", few: [nameOfPrompt] }],
};
