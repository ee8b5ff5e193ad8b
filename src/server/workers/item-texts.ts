import { commentTexts } from "#server/features/comments/comment-texts.queries.ts";
import { articleTexts } from "#server/features/news/article-texts.queries.ts";
import { paperTexts } from "#server/features/papers/paper-texts.queries.ts";
import { promptTexts } from "#server/features/prompts/prompt-texts.queries.ts";
import { readingTexts } from "#server/features/readings/reading-texts.queries.ts";
import { toolTexts } from "#server/features/tools/tool-texts.queries.ts";
import { registerTextSources, type TextSource } from "#server/kernel/texts/text-source.ts";

/**
 * Texts of all slices. A full scan for links reads the kinds in this order. Separate from imports and exports, because
 * these take a thread three times as long to load.
 */
const itemTexts: readonly TextSource[] = [
  toolTexts,
  promptTexts,
  readingTexts,
  paperTexts,
  articleTexts,
  commentTexts,
];

/** Registers them in this thread. */
export const registerItemTexts = (): void => {
  registerTextSources(itemTexts);
};
