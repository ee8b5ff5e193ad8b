import { optionValue, wholeProse } from "#shared/imports/cells.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { PROMPT_OPTION_DEFAULTS } from "#shared/tools/options.ts";

import {
  lineField,
  optionField,
  pictureField,
  proseField,
  requiredLineField,
  requiredProseField,
  tagsField,
} from "./field-kinds.ts";
import type { FieldTable } from "./field.ts";

/** What is known of a prompt, and kept of each of its versions, in the order of the form. */
export const PROMPT_FIELDS = {
  name: requiredLineField(TEXT_LIMITS.name, "Prompt name is required", {
    label: "Prompt Name",
    placeholder: "Give it a name",
    isWide: true,
    headers: "name promptname act title prompttitle heading role",
    hasOwnPlace: true,
  }),
  // Kept as typed: spaces and line breaks may be part of what a model is told. How long it may be is configured, so the
  // service and the form check it.
  prompt: {
    ...requiredProseField(Number.POSITIVE_INFINITY, "Prompt is required", {
      label: "Prompt",
      placeholder: "The text to send to the model",
      rows: 8,
      headers: "prompt prompttext text content body template instruction instructions message",
      hasOwnPlace: true,
    }),
    control: "own",
    // Half of what a model is told is another prompt, so none is cut.
    readCell: wholeProse,
    readExactly: wholeProse,
  },
  purpose: proseField(TEXT_LIMITS.mediumText, {
    label: "Purpose",
    placeholder: "What it's good for",
    rows: 2,
    headers: "purpose description summary about usecase use goal",
    hasOwnPlace: true,
  }),
  promptAuthor: {
    ...lineField(TEXT_LIMITS.name, {
      label: "Prompt Author",
      placeholder: "Anonymous",
      isWide: true,
      headers: "promptauthor author contributor contributors creator createdby by source",
      hasOwnPlace: true,
    }),
    control: "own",
  },
  modality: optionField((words) => optionValue(PROMPT_OPTION_DEFAULTS.modality, words), {
    label: "Modality",
    placeholder: "Choose a modality",
    headers: "modality modalities type prompttype kind",
    hasOwnPlace: true,
  }),
  industry: optionField((words) => optionValue(PROMPT_OPTION_DEFAULTS.industry, words), {
    label: "Industry",
    placeholder: "Choose an industry",
    headers: "industry industries sector vertical domain",
    // A category says which industry a prompt is for, unless the file says that elsewhere; then it is a tag.
    otherHeaders: "category maincategory primarycategory",
    hasOwnPlace: true,
  }),
  exampleImageUrl: pictureField({
    label: "Example Image",
    headers: "exampleimageurl exampleimage image imageurl thumbnail",
  }),
  tags: tagsField({
    label: "Tags",
    placeholder: "Add a tag",
    headers: "tags tag keywords keyword labels topics categories",
    otherHeaders: "category subcategory subcategories",
  }),
  notes: proseField(TEXT_LIMITS.notes, {
    label: "Notes",
    placeholder: "Anything else your team should know",
    rows: 3,
    headers: "notes note comment comments remarks",
  }),
} satisfies FieldTable;
