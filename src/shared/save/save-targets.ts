/** Places where a saved address can be stored. */
export const SAVE_TARGETS = [
  "paper",
  "tool",
  "releaseNote",
  "toolNote",
  "article",
  "prompt",
  "reading",
] as const;
export type SaveTarget = (typeof SAVE_TARGETS)[number];

/** Describes each target. `tool` is the name of its tool, if it has one. */
export const TARGET_WORDS: Record<SaveTarget, (tool: string) => string> = {
  paper: () => "Research Stack, starred for you",
  tool: () => "AI Stack, as a new tool",
  releaseNote: (tool) => `Release notes of ${tool}`,
  toolNote: (tool) => `Notes of ${tool}`,
  article: (tools) => `News Stack, under ${tools}`,
  prompt: () => "Prompt Stack",
  reading: () => "ChapterLoop, as a reading",
};

export const UNREADABLE_PAGE = "The page could not be read.";
