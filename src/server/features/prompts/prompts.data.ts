import { invalid } from "#server/errors.ts";
import { withDiscussions } from "#server/features/comments/comments.queries.ts";
import { createExporter } from "#server/kernel/exports/export.task.ts";
import { textWriters } from "#server/kernel/exports/text-writers.ts";
import type { PlanRules, ReadRow } from "#server/kernel/imports/import-plan.ts";
import type { ImportCall, ImportRules } from "#server/kernel/imports/import-rules.ts";
import { createImporter } from "#server/kernel/imports/import.task.ts";
import { readCallRows, parseCallRows } from "#server/kernel/imports/read-rows.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";
import { DISCUSSION_COLUMN } from "#shared/export.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { isJsonTable, promptsInText } from "#shared/imports/prompts/prompt-files.ts";
import { type ImportedPrompt, PROMPT_IMPORT } from "#shared/imports/prompts/prompt-import.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { EMPTY_PROMPT, type Prompt } from "#shared/prompts/prompts.ts";

import { promptStore } from "./prompts.queries.ts";

/** Returns the import rules for prompts of at most this length. */
const createPromptRules = (maxLength: number) =>
  ({
    kind: PROMPT_IMPORT,
    rowsOf,
    rules: PROMPT_RULES,
    createItem: (fields, base, time) => ({ ...EMPTY_PROMPT, ...fields, ...base, dateUpdated: time }),
    adjust: (row) => rejectTooLong(row, maxLength),
  }) satisfies ImportRules<keyof ImportedPrompt & string, ImportedPrompt, Prompt>;

/** Returns the rows of a call. JSON may have the prompt format of another program. */
function rowsOf(call: ImportCall): readonly unknown[] {
  const { rows, format, content = "" } = call;
  if (rows || format !== "json" || isJsonTable(content)) return readCallRows(call, PROMPT_IMPORT);
  const prompts = promptsInText(content);
  if (prompts.length > 0) return parseCallRows({ rows: prompts });
  // Throws for invalid JSON and for anything but a list. A list that passes contains no prompts.
  readCallRows(call, PROMPT_IMPORT);
  throw invalid("No prompts found", "content");
}

/** Rejects a text that is too long. Cutting it would change the meaning of the prompt. */
function rejectTooLong(row: ReadRow<ImportedPrompt>, maxLength: number): ReadRow<ImportedPrompt> {
  const length = row.reading.ok ? codePointLength(row.reading.fields.prompt) : 0;
  if (length <= maxLength) return row;
  const [actual, allowed] = [length, maxLength].map((count) => count.toLocaleString("en-US"));
  const message = `Prompt: has ${actual} characters; the limit is ${allowed}. An administrator can raise it (PROMPT_MAX_LENGTH).`;
  return { ...row, reading: { ok: false, message } };
}

const PROMPT_RULES: Omit<PlanRules<Prompt, ImportedPrompt>, "now" | "createItem"> = {
  fields: PROMPT_IMPORT.fields,
  labels: PROMPT_IMPORT.labels,
  nameOf: ({ name }) => name,
  identity: ["name"],
  keysOf: ({ prompt }) => [prompt],
  isAddingOnly: false,
  // Several prompts can have the same name. Uses the one with this text, or else an existing one that no other row
  // matches.
  find: (namesakes, { prompt }) => namesakes.firstWithKey(prompt) ?? namesakes.firstUnmatched,
};

export const promptsAsText = textWriters(PROMPT_FIELDS, ["dateUpdated"], [DISCUSSION_COLUMN]);

export const promptData: SliceData = {
  importer: createImporter({
    kind: "prompt",
    store: promptStore,
    rulesFor: ({ promptMaxLength }) => createPromptRules(promptMaxLength),
  }),
  exporter: createExporter<Prompt>({
    kind: "prompt",
    files: {
      json: ["prompts.json", "application/json; charset=utf-8"],
      csv: ["prompts.csv", "text/csv; charset=utf-8"],
    },
    store: promptStore,
    writers: promptsAsText,
    addDetails: (db, prompts) => withDiscussions(db, "prompt", prompts),
  }),
};
