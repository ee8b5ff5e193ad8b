import { toolExportData } from "#server/features/exports/tool-export.data.ts";
import { toolImportData } from "#server/features/imports/tool-import.data.ts";
import { promptData } from "#server/features/prompts/prompts.data.ts";
import { readingData } from "#server/features/readings/readings.data.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";

/** Imports and exports of all slices. */
export const importsAndExports: readonly SliceData[] = [
  toolImportData,
  toolExportData,
  promptData,
  readingData,
];
