import { optionLabel } from "#shared/kernel/labels.ts";
import { cleanTags, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { PROMPT_OPTION_DEFAULTS } from "#shared/tools/options.ts";

/** A prompt that was found in a file, as a row whose columns are named like the fields of prompts. */
export interface PromptRow {
  name: string;
  prompt: string;
  purpose?: string;
  promptAuthor?: string;
  modality?: string;
  industry?: string;
  tags?: string[];
  exampleImageUrl?: string;
  notes?: string;
}

/** What a file may say of a prompt besides its name and text. */
export interface PromptFacts {
  purpose?: string;
  author?: string;
  /** What the file groups prompts by: an industry where it is one of ours, else a tag. */
  categories?: readonly string[];
  tags?: readonly string[];
  model?: string;
  notes?: string;
}

/** Makes a row, with nothing in it that the file does not say. */
export function promptRow(name: string, prompt: string, facts: PromptFacts = {}): PromptRow {
  const { purpose, author, categories = [], tags = [], model, notes } = facts;
  const industries = categories.map(industryOf);
  const industry = industries.find((value) => value !== undefined);
  const allTags = cleanTags([...tags, ...categories.filter((_, index) => !industries[index])]);
  const allNotes = [notes, model && `Model: ${model}`].filter(Boolean).join("\n\n");
  return {
    name: name.replaceAll(/\s+/gu, " ").trim(),
    prompt,
    ...(purpose && { purpose }),
    ...(author && { promptAuthor: author }),
    ...(industry && { industry }),
    ...(allTags.length > 0 && { tags: allTags }),
    ...(allNotes && { notes: allNotes }),
  };
}

const industryOf = (category: string): string | undefined => {
  const wanted = category.trim().toLowerCase();
  return PROMPT_OPTION_DEFAULTS.industry.find(
    (option) => option === wanted || optionLabel(option).toLowerCase() === wanted,
  );
};

const MAX_NAME_FROM_TEXT = 60;

/** A name for a prompt that has none: how its text begins. */
export function nameFromText(text: string): string {
  const [first = ""] = text.trim().split("\n", 1);
  const line = first.replace(/^[#>*\-\s]+/u, "").trim() || first.trim();
  if (line.length <= MAX_NAME_FROM_TEXT) return line;
  const cut = line.slice(0, MAX_NAME_FROM_TEXT);
  const lastSpace = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastSpace > MAX_NAME_FROM_TEXT / 2 ? lastSpace : undefined).toWellFormed()}…`;
}

/** A heading of a thousand words is no name. */
export const isName = (text: string): boolean => text.trim() !== "" && text.length <= TEXT_LIMITS.name;

/** Long enough to tell a model something: a few words, or a few characters of a script without spaces. */
export function isLikeAPrompt(text: string): boolean {
  const words = text.trim();
  if (words.length < 20) return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{8}/u.test(words);
  return /\s\S+\s/u.test(words) || /[\u0300-\u{10ffff}]{8}/u.test(words);
}
