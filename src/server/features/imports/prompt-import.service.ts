import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { isJsonTable, promptsInText } from "#shared/imports/prompt-files.ts";
import {
  type ImportedPrompt,
  PROMPT_IMPORT,
  type PromptImportRequest,
} from "#shared/imports/prompt-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";
import { EMPTY_PROMPT, type Prompt } from "#shared/prompts.ts";
import { codePointLength } from "#shared/text-rules.ts";
import type { User } from "#shared/users.ts";

import type { PlanRules, ReadRow } from "./import-plan.ts";
import { runImport } from "./import-run.service.ts";
import { rowsOfCall } from "./read-rows.ts";

/** Takes the rows of one call into the library and says for each what it did, or on a dry run would do. */
export async function importPrompts(app: App, user: User, input: PromptImportRequest): Promise<ImportReport> {
  return runImport(app, user, {
    ...input,
    rows: rowsOf(input),
    kind: PROMPT_IMPORT,
    library: promptLibrary,
    rules: PROMPT_RULES,
    complete: (fields) => ({ ...EMPTY_PROMPT, ...fields }),
    change: (fields) => fields,
    adjust: (row) => withinLimit(row, app.config.promptMaxLength),
    note: "Imported",
  });
}

/** The rows of a call; JSON may hold prompts in any of the shapes in which programs keep them. */
function rowsOf(call: PromptImportRequest): unknown[] {
  const { rows, format, content = "" } = call;
  if (rows || format !== "json" || isJsonTable(content)) return rowsOfCall(call);
  const found = promptsInText(content);
  if (found.length > 0) return rowsOfCall({ rows: found });
  // Throws for what is no JSON or no list; a list of other things gives no prompts.
  rowsOfCall(call);
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
  find: (namesakes, { prompt }) => namesakes.with(prompt)[0] ?? namesakes.free,
};
