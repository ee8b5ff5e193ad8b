import { PROMPT_IMPORT } from "#shared/imports/prompt-import.ts";
import type { Prompt } from "#shared/prompts.ts";

import { rowsAsCsv, rowsAsJson } from "./rows-as-text.ts";

const COLUMNS = [...PROMPT_IMPORT.fields, "dateUpdated"] as const;

/** The prompts as an indented JSON array; it tells neither who added one nor the counter of its edits. */
export const promptsAsJson = (prompts: readonly Prompt[]): string => rowsAsJson(prompts, ["id", ...COLUMNS]);

/** The prompts as a table for spreadsheets. */
export const promptsAsCsv = (prompts: readonly Prompt[]): string => rowsAsCsv(prompts, COLUMNS);
