import type { z } from "zod";

import { PROMPT_OPTION_DEFAULTS } from "#shared/options.ts";
import { promptFieldsSchema } from "#shared/prompts.ts";
import { TEXT_LIMITS } from "#shared/text.ts";

import {
  exactTagsCell,
  exactly,
  imageAddressCell,
  lineReader,
  optionReader,
  optionValue,
  proseReader,
  tagsCell,
  wholeProse,
} from "./cells.ts";
import { type CommonHeaders, IMPORT_FORMATS, importRequestOf } from "./request.ts";
import type { CellReaders, ImportKind } from "./row.ts";

const FIELDS = [
  "name",
  "prompt",
  "purpose",
  "promptAuthor",
  "modality",
  "industry",
  "tags",
  "exampleImageUrl",
  "notes",
] as const;
type PromptImportField = (typeof FIELDS)[number];

export const promptImportRequestSchema = importRequestOf(FIELDS, IMPORT_FORMATS);
export type PromptImportRequest = z.infer<typeof promptImportRequestSchema>;

const importedPromptSchema = promptFieldsSchema
  .partial()
  .extend({ name: promptFieldsSchema.shape.name, prompt: promptFieldsSchema.shape.prompt });
/** What a row says of a prompt; fields that it says nothing of are absent. */
export type ImportedPrompt = z.infer<typeof importedPromptSchema>;

const COMMON_HEADERS: CommonHeaders<PromptImportField> = [
  ["name", "name promptname act title prompttitle heading role"],
  ["prompt", "prompt prompttext text content body template instruction instructions message"],
  ["purpose", "purpose description summary about usecase use goal"],
  ["promptAuthor", "promptauthor author contributor contributors creator createdby by source"],
  ["modality", "modality modalities type prompttype kind"],
  ["industry", "industry industries sector vertical domain"],
  ["tags", "tags tag keywords keyword labels topics categories"],
  // A category says which industry a prompt is for, unless the file says that elsewhere; then it is a tag.
  ["industry", "category maincategory primarycategory"],
  ["tags", "category subcategory subcategories"],
  ["exampleImageUrl", "exampleimageurl exampleimage image imageurl thumbnail"],
  ["notes", "notes note comment comments remarks"],
];

const line = lineReader(TEXT_LIMITS.name);
const shortLine = lineReader(TEXT_LIMITS.tag);

const readers: CellReaders<PromptImportField> = {
  name: line,
  // Half of what a model is told is another prompt, so none is cut.
  prompt: wholeProse,
  purpose: proseReader(TEXT_LIMITS.mediumText),
  promptAuthor: line,
  modality: optionReader((text) => optionValue(PROMPT_OPTION_DEFAULTS.modality, text)),
  industry: optionReader((text) => optionValue(PROMPT_OPTION_DEFAULTS.industry, text)),
  tags: tagsCell,
  exampleImageUrl: imageAddressCell,
  notes: proseReader(TEXT_LIMITS.notes),
};

/** How files tell of prompts. */
export const PROMPT_IMPORT: ImportKind<PromptImportField, ImportedPrompt> = {
  noun: "prompt",
  fields: FIELDS,
  labels: {
    name: "Prompt name",
    prompt: "Prompt",
    purpose: "Purpose",
    promptAuthor: "Prompt author",
    modality: "Modality",
    industry: "Industry",
    tags: "Tags",
    exampleImageUrl: "Example image",
    notes: "Notes",
  },
  naming: "name",
  required: { name: "the prompt names", prompt: "the prompt texts" },
  commonHeaders: COMMON_HEADERS,
  readers,
  exactReaders: {
    ...readers,
    modality: shortLine,
    industry: shortLine,
    tags: exactTagsCell,
    exampleImageUrl: exactly(imageAddressCell),
  },
  schema: importedPromptSchema,
};
