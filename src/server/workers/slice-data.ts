import { commentTexts } from "#server/features/comments/comment-texts.queries.ts";
import { articleTexts } from "#server/features/news/article-texts.queries.ts";
import { paperTexts } from "#server/features/papers/paper-texts.queries.ts";
import { promptTexts } from "#server/features/prompts/prompts.queries.ts";
import { readingTexts } from "#server/features/readings/readings.queries.ts";
import { toolTexts } from "#server/features/tools/tools.queries.ts";
import { registerSliceData } from "#server/kernel/slice-data.ts";
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

/**
 * Registers the slices' declarations for threads in this thread. Threads don't load `slices.ts`, since that would load
 * the whole server. Imports and exports take three times as long to load as texts, so they are loaded on first use.
 */
export const registerAllSliceData = (): void => {
  registerTextSources(itemTexts);
  registerSliceData(async () => (await import("./imports-and-exports.ts")).importsAndExports);
};
