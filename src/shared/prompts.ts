import { z } from "zod";

import { partOf } from "./fields/field.ts";
import { PROMPT_FIELDS } from "./fields/prompt-fields.ts";
import { optionLabel } from "./labels.ts";
import { baseRevision, idSchema, optionalLine, requiredProse, revisionSchema } from "./text.ts";
import { authorSchema } from "./users.ts";

/** The longest text of a prompt, in Unicode code points, unless the operator raises it (PROMPT_MAX_LENGTH). */
export const DEFAULT_PROMPT_LENGTH = 5000;
/** The most that an operator can raise it to: several such texts still fit into the body of one call. */
export const MAX_PROMPT_LENGTH = 100_000;
/** The longest note on why an edit was made. */
export const MAX_EDIT_NOTE_LENGTH = 200;

export const promptSchema = z.object({
  id: idSchema,
  ...partOf(PROMPT_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Prompt = z.infer<typeof promptSchema>;

/** One state of a prompt: what an edit made of it, by whom, when and, if they said so, why. */
export const promptVersionSchema = z.object({
  revision: revisionSchema,
  ...partOf(PROMPT_FIELDS, "storedSchema"),
  savedBy: authorSchema,
  savedAt: z.iso.datetime(),
  note: z.string().nullable(),
});
export type PromptVersion = z.infer<typeof promptVersionSchema>;

/** What a person fills in of a prompt. */
export const promptFieldsSchema = z.object(partOf(PROMPT_FIELDS, "schema"));
export type PromptFields = z.infer<typeof promptFieldsSchema>;

/** The same in a workspace whose prompts have at most this many characters: the form's schema. */
export const promptFieldsWithin = (maxLength: number) =>
  promptFieldsSchema.extend({ prompt: requiredProse(maxLength, "Prompt is required") });

export const newPromptSchema = z.object(partOf(PROMPT_FIELDS, "newSchema"));
export type NewPrompt = z.infer<typeof newPromptSchema>;

/** A prompt of which nothing is said. */
export const EMPTY_PROMPT = partOf(PROMPT_FIELDS, "emptyValue");

/** A partial edit: absent fields stay as they are, `null` clears one. A stale `revision` is refused. */
export const promptEditSchema = z.object({
  ...partOf(PROMPT_FIELDS, "editSchema"),
  id: idSchema,
  revision: baseRevision,
  /** Why the edit is made, as the history shows it. */
  note: optionalLine(MAX_EDIT_NOTE_LENGTH),
});
export type PromptEdit = z.infer<typeof promptEditSchema>;

/** Makes what `revision` held a new version; a `baseRevision` that is not the present one is refused. */
export const promptRestoreSchema = z.object({
  id: idSchema,
  revision: revisionSchema,
  baseRevision,
});
export type PromptRestore = z.infer<typeof promptRestoreSchema>;

export interface PromptFilter {
  search: string;
  industry: string | null;
  modality: string | null;
  tag: string | null;
}

const isSame = (text: string | null, wanted: string) => text?.toLowerCase() === wanted.toLowerCase();

/** The search box covers name, purpose, tags, industry and modality, the latter two as stored and as shown. */
export function matchesPromptFilter(
  prompt: Prompt,
  { search, industry, modality, tag }: PromptFilter,
): boolean {
  const wanted = search.trim().toLowerCase();
  const options = [prompt.industry, prompt.modality].flatMap((value) =>
    value ? [value, optionLabel(value)] : [],
  );
  const texts = [prompt.name, prompt.purpose, ...prompt.tags, ...options];
  return (
    (wanted === "" || texts.some((text) => text?.toLowerCase().includes(wanted))) &&
    (industry === null || isSame(prompt.industry, industry)) &&
    (modality === null || isSame(prompt.modality, modality)) &&
    (tag === null || prompt.tags.some((own) => isSame(own, tag)))
  );
}

/** Every tag that prompts have, once, sorted; of spellings that differ in case only, the first one. */
export function tagsOfPrompts(prompts: readonly Pick<Prompt, "tags">[]): string[] {
  const tags = new Map<string, string>();
  for (const tag of prompts.flatMap((prompt) => prompt.tags)) {
    if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].toSorted((a, b) => a.localeCompare(b, "en-US"));
}
