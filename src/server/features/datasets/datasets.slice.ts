import type { Slice } from "#server/kernel/slice.ts";

import { datasetLibrary } from "./datasets.service.ts";

export const datasetSlice: Slice = { name: "datasets", library: datasetLibrary, discusses: "dataset" };
