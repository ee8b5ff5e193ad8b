import type { App } from "#server/app.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { PromptImportRequest } from "#shared/imports/prompt-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";

import { runImport } from "./import-run.service.ts";

/** Takes the rows of one call into the library and says for each what it did, or on a dry run would do. */
export const importPrompts = (
  app: App,
  user: User,
  input: PromptImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> => runImport(app, user, promptLibrary, input, { signal, note: "Imported" });
