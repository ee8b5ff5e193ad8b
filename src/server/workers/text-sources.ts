import { articleTexts } from "#server/features/news/article-texts.queries.ts";
import { paperTexts } from "#server/features/papers/paper-texts.queries.ts";
import { promptTexts } from "#server/features/prompts/prompt-texts.queries.ts";
import { commentTexts, readingTexts } from "#server/features/readings/reading-texts.queries.ts";
import { toolTexts } from "#server/features/tools/tool-texts.queries.ts";
import { registerTextSources } from "#server/kernel/texts/text-source.ts";

/** The texts of all slices. A thread loads these alone, since `slices.ts` would load the whole server. */
export const textSources = [toolTexts, articleTexts, paperTexts, promptTexts, readingTexts, commentTexts];

/** Registers them where `createApp` doesn't run: in threads and in the doctor. */
export const registerTexts = (): void => registerTextSources(textSources);
