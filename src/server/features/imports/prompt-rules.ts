import { invalid } from "#server/errors.ts";
import { isJsonTable, promptsInText } from "#shared/imports/prompt-files.ts";
import { type ImportedPrompt, PROMPT_IMPORT } from "#shared/imports/prompt-import.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { EMPTY_PROMPT, type Prompt } from "#shared/prompts/prompts.ts";

import { type ImportCall, rowsIn } from "./import-call.ts";
import type { PlanRules, ReadRow } from "./import-plan.ts";
import type { ImportRules } from "./import-rules.ts";
import { rowsOfCall } from "./read-rows.ts";

/** How rows become prompts of at most so many characters. */
export const promptRules = (maxLength: number) =>
  ({
    kind: PROMPT_IMPORT,
    rowsOf,
    rules: PROMPT_RULES,
    make: (fields, base, time) => ({ ...EMPTY_PROMPT, ...fields, ...base, dateUpdated: time }),
    adjust: (row) => withinLimit(row, maxLength),
  }) satisfies ImportRules<keyof ImportedPrompt & string, ImportedPrompt, Prompt>;

/** The rows of a call; JSON may hold prompts in any of the shapes in which programs keep them. */
function rowsOf(call: ImportCall): readonly unknown[] {
  const { rows, format, content = "" } = call;
  if (rows || format !== "json" || isJsonTable(content)) return rowsIn(call, PROMPT_IMPORT);
  const found = promptsInText(content);
  if (found.length > 0) return rowsOfCall({ rows: found });
  // Throws for what is no JSON or no list; a list of other things gives no prompts.
  rowsIn(call, PROMPT_IMPORT);
  throw invalid("No prompts found", "content");
}

/** A text that is too long is not cut: half of what a model is told is another prompt. */
function withinLimit(row: ReadRow<ImportedPrompt>, maxLength: number): ReadRow<ImportedPrompt> {
  const length = row.reading.ok ? codePointLength(row.reading.fields.prompt) : 0;
  if (length <= maxLength) return row;
  const [has, most] = [length, maxLength].map((count) => count.toLocaleString("en-US"));
  const message = `Prompt: it has ${has} characters; the limit is ${most}. An administrator can raise it (PROMPT_MAX_LENGTH).`;
  return { ...row, reading: { ok: false, message } };
}

const PROMPT_RULES: Omit<PlanRules<Prompt, ImportedPrompt>, "now" | "make"> = {
  fields: PROMPT_IMPORT.fields,
  labels: PROMPT_IMPORT.labels,
  nameOf: ({ name }) => name,
  identity: ["name"],
  keysOf: ({ prompt }) => [prompt],
  isAddingOnly: false,
  // A collection may have several prompts of one name: the one with this text, else one that was there before and
  // that no other row is about.
  find: (namesakes, { prompt }) => namesakes.firstWith(prompt) ?? namesakes.free,
};
