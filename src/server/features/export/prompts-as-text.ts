import type { Prompt } from "#shared/prompts.ts";

import { csvText } from "./csv-text.ts";

const COLUMNS = [
  "name",
  "prompt",
  "purpose",
  "promptAuthor",
  "modality",
  "industry",
  "tags",
  "exampleImageUrl",
  "notes",
  "dateUpdated",
] as const;

/** The prompts as an indented JSON array; it tells neither who added one nor the counter of its edits. */
export function promptsAsJson(prompts: readonly Prompt[]): string {
  const told = prompts.map((prompt) =>
    Object.fromEntries((["id", ...COLUMNS] as const).map((field) => [field, prompt[field]])),
  );
  return `${JSON.stringify(told, null, 2)}\n`;
}

/** The prompts as a table for spreadsheets. */
export const promptsAsCsv = (prompts: readonly Prompt[]): string =>
  csvText(
    COLUMNS,
    prompts.map((prompt) =>
      COLUMNS.map((column) => (column === "tags" ? prompt.tags.join("; ") : (prompt[column] ?? ""))),
    ),
  );
