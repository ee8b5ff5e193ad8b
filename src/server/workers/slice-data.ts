import { commentTexts } from "#server/features/comments/comment-texts.queries.ts";
import { articleTexts } from "#server/features/news/article-texts.queries.ts";
import { paperTexts } from "#server/features/papers/paper-texts.queries.ts";
import { promptTexts } from "#server/features/prompts/prompts.queries.ts";
import { readingTexts } from "#server/features/readings/readings.queries.ts";
import { toolTexts } from "#server/features/tools/tools.queries.ts";
import { registerSliceData, type SliceDataLoaders } from "#server/kernel/slice-data.ts";
import { registerTextSources, type TextSource } from "#server/kernel/texts/text-source.ts";

/** Texts of all slices. A full scan for links reads the kinds in this order. */
const itemTexts: readonly TextSource[] = [
  toolTexts,
  promptTexts,
  readingTexts,
  paperTexts,
  articleTexts,
  commentTexts,
];

/** Imports and exports of each kind. They take longer to load than texts, so they are loaded on first use. */
const importsAndExports: SliceDataLoaders = {
  tool: async () => ({
    ...(await import("#server/features/imports/tool-import.data.ts")).toolImportData,
    ...(await import("#server/features/exports/tool-export.data.ts")).toolExportData,
  }),
  prompt: async () => (await import("#server/features/prompts/prompts.data.ts")).promptData,
  reading: async () => (await import("#server/features/readings/readings.data.ts")).readingData,
};

/**
 * Registers the slices' declarations for threads in this thread. Threads don't load `slices.ts`, since that would load
 * the whole server.
 */
export const registerAllSliceData = (): void => {
  registerTextSources(itemTexts);
  registerSliceData(importsAndExports);
};
