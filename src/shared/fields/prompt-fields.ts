import { optionValue, untruncatedProse } from "#shared/imports/cells.ts";
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

/** Fields of a prompt and its versions, in form order. */
export const PROMPT_FIELDS = {
  name: requiredLineField(TEXT_LIMITS.name, "Prompt name is required", {
    label: "Prompt Name",
    placeholder: "Give it a name",
    isWide: true,
    headers:
      "name promptname act title prompttitle heading role nom nombre nome titel titre titulo bezeichnung",
    isPlacedSeparately: true,
  }),
  // Stored as typed, since spaces and line breaks may matter to a model. Its maximum length is configured, so the
  // service and the form check it.
  prompt: {
    ...requiredProseField(Number.POSITIVE_INFINITY, "Prompt is required", {
      label: "Prompt",
      placeholder: "The text to send to the model",
      rows: 8,
      headers:
        "prompt prompttext text content body template instruction instructions message texte texto testo inhalt contenu contenido",
      isPlacedSeparately: true,
    }),
    control: "own",
    // Never truncated, because part of a prompt can mean something else.
    readCell: untruncatedProse,
    readExactly: untruncatedProse,
  },
  purpose: proseField(TEXT_LIMITS.mediumText, {
    label: "Purpose",
    placeholder: "What it's good for",
    rows: 2,
    headers:
      "purpose description summary about usecase use goal zweck beschreibung descripcion objectif objetivo",
    isPlacedSeparately: true,
  }),
  promptAuthor: {
    ...lineField(TEXT_LIMITS.name, {
      label: "Prompt Author",
      placeholder: "Anonymous",
      isWide: true,
      headers:
        "promptauthor author contributor contributors creator createdby by source autor auteur autore verfasser",
      isPlacedSeparately: true,
    }),
    control: "own",
  },
  modality: optionField((words) => optionValue(PROMPT_OPTION_DEFAULTS.modality, words), {
    label: "Modality",
    placeholder: "Choose a modality",
    headers: "modality modalities type prompttype kind",
    isPlacedSeparately: true,
  }),
  industry: optionField((words) => optionValue(PROMPT_OPTION_DEFAULTS.industry, words), {
    label: "Industry",
    placeholder: "Choose an industry",
    headers: "industry industries sector vertical domain",
    // A category is treated as the industry, unless the file has another column for that. Then it is a tag.
    otherHeaders: "category maincategory primarycategory",
    isPlacedSeparately: true,
  }),
  exampleImageUrl: pictureField({
    label: "Example Image",
    headers: "exampleimageurl exampleimage image imageurl thumbnail",
  }),
  tags: tagsField({
    label: "Tags",
    placeholder: "Add a tag",
    headers:
      "tags tag keywords keyword labels topics categories schlagworte schlagworter stichworte motscles etiquetas etiquettes",
    otherHeaders: "category subcategory subcategories",
  }),
  notes: proseField(TEXT_LIMITS.notes, {
    label: "Notes",
    placeholder: "Anything else your team should know",
    rows: 3,
    headers:
      "notes note comment comments remarks notizen notiz bemerkung bemerkungen kommentar remarques notas",
  }),
} satisfies FieldTable;
