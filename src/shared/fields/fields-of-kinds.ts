import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { FieldTable } from "./field.ts";
import { PROMPT_FIELDS } from "./prompt-fields.ts";
import { READING_FIELDS } from "./reading-fields.ts";
import { TOOL_FIELDS } from "./tool-fields.ts";

export const FIELDS_OF_KINDS: Readonly<Record<LibraryKind, FieldTable>> = {
  tool: TOOL_FIELDS,
  prompt: PROMPT_FIELDS,
  reading: READING_FIELDS,
};
