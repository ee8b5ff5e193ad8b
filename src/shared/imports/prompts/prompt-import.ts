import type { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { IMPORT_FORMATS, createImportRequest } from "#shared/imports/request.ts";
import { createImportKind } from "#shared/imports/row.ts";
import { withoutFalseModality } from "#shared/imports/tool-cells.ts";
import { cleanTags, optionLabel, sliceStart, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { promptFieldsSchema } from "#shared/prompts/prompts.ts";
import { PROMPT_OPTION_DEFAULTS } from "#shared/tools/options.ts";

export const promptImportRequestSchema = createImportRequest(namesOf(PROMPT_FIELDS), IMPORT_FORMATS);
export type PromptImportRequest = z.infer<typeof promptImportRequestSchema>;

const importedPromptSchema = promptFieldsSchema
  .partial()
  .extend({ name: promptFieldsSchema.shape.name, prompt: promptFieldsSchema.shape.prompt });
/** Fields of a prompt in a row. Empty ones are absent. */
export type ImportedPrompt = z.infer<typeof importedPromptSchema>;

/** Import of prompts from files. */
export const PROMPT_IMPORT = createImportKind(PROMPT_FIELDS, {
  noun: "prompt",
  nameField: "name",
  lists: "prompts templates",
  required: { name: "the prompt names", prompt: "the prompt texts" },
  refineGuess: withoutFalseModality,
  schema: importedPromptSchema,
});

/** Prompt found in a file, as a row whose columns are named like the fields of prompts. */
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

/** Further facts about a prompt in a file. */
export interface PromptFacts {
  purpose?: string;
  author?: string;
  /** Names of its groups. One of our industries becomes the industry; other names become tags. */
  categories?: readonly string[];
  tags?: readonly string[];
  model?: string;
  notes?: string;
}

/** Creates a row without empty values. */
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
  const lowercaseCategory = category.trim().toLowerCase();
  return PROMPT_OPTION_DEFAULTS.industry.find(
    (option) => option === lowercaseCategory || optionLabel(option).toLowerCase() === lowercaseCategory,
  );
};

const MAX_NAME_FROM_TEXT = 60;

/** Derives a name from the beginning of a prompt's text. */
export function nameFromText(text: string): string {
  const [first = ""] = text.trim().split("\n", 1);
  const line = first.replace(/^[#>*\-\s]+/u, "").trim() || first.trim();
  if (line.length <= MAX_NAME_FROM_TEXT) return line;
  const cut = sliceStart(line, MAX_NAME_FROM_TEXT);
  const lastSpace = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastSpace > MAX_NAME_FROM_TEXT / 2 ? lastSpace : undefined)}…`;
}

/** True for a text short enough for a name. A heading of a thousand words is not one. */
export const isName = (text: string): boolean => text.trim() !== "" && text.length <= TEXT_LIMITS.name;

/** True if a text is long enough for a prompt. A few words are enough, or a few characters without spaces. */
export function isLikeAPrompt(text: string): boolean {
  const words = text.trim();
  if (words.length < 20) return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{8}/u.test(words);
  return /\s\S+\s/u.test(words) || /[\u0300-\u{10ffff}]{8}/u.test(words);
}
