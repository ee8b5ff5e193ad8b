import type { Slice } from "#server/kernel/slice.ts";

import { toolMemory } from "./tool-memory.service.ts";

export const importSlice: Slice = { name: "imports", importExtras: toolMemory };
