import { toolExportData } from "#server/features/exports/tool-export.data.ts";
import { toolImportData } from "#server/features/imports/tool-import.data.ts";
import { promptData } from "#server/features/prompts/prompts.data.ts";
import { readingData } from "#server/features/readings/readings.data.ts";
import { registerSliceData, type SliceData } from "#server/kernel/slice-data.ts";

import { registerItemTexts } from "./item-texts.ts";

/** Imports and exports of all slices. A thread loads these alone, since `slices.ts` would load the whole server. */
const sliceData: readonly SliceData[] = [toolImportData, toolExportData, promptData, readingData];

/** Registers them in this thread, with the texts. */
export const registerAllSliceData = (): void => {
  registerItemTexts();
  registerSliceData(sliceData);
};
