import type { App } from "#server/app.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { PromptImportRequest } from "#shared/imports/prompts/prompt-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";

/** Imports the rows of a call as prompts. Reports the effect of each, or in a dry run the expected one. */
export const importPrompts = (
  app: App,
  user: User,
  input: PromptImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> => runImport(app, user, promptLibrary, input, { signal, note: "Imported" });
