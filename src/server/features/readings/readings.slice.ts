import type { Slice } from "#server/kernel/slice.ts";

import { readingLibrary } from "./readings.service.ts";

export const readingSlice: Slice = { name: "readings", library: readingLibrary, discussedKind: "reading" };
