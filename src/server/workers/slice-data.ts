import { commentTexts } from "#server/features/comments/comment-texts.queries.ts";
import { toolExportData } from "#server/features/exports/tool-export.data.ts";
import { toolImportData } from "#server/features/imports/tool-import.data.ts";
import { articleTexts } from "#server/features/news/article-texts.queries.ts";
import { paperTexts } from "#server/features/papers/paper-texts.queries.ts";
import { promptData } from "#server/features/prompts/prompts.data.ts";
import { readingData } from "#server/features/readings/readings.data.ts";
import { toolTexts } from "#server/features/tools/tool-texts.queries.ts";
import { registerSliceData, type SliceData } from "#server/kernel/slice-data.ts";

/** Texts, imports and exports of all slices. A thread loads these alone, since `slices.ts` would load the whole server. A full scan for links reads the kinds in this order. */
const sliceData: readonly SliceData[] = [
  { texts: [toolTexts] },
  toolImportData,
  toolExportData,
  promptData,
  readingData,
  { texts: [paperTexts] },
  { texts: [articleTexts] },
  { texts: [commentTexts] },
];

/** Registers them in this thread. */
export const registerAllSliceData = (): void => {
  registerSliceData(sliceData);
};
