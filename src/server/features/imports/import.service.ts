import type { App } from "#server/app.ts";
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { mayDecide } from "#server/features/verdicts/verdicts.service.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ToolField } from "#shared/fields/tool-fields.ts";
import type { ImportReport, MappingOf } from "#shared/imports/request.ts";
import type { ImportRequest } from "#shared/imports/tool-import.ts";

/** Imports the rows of a call as tools. Reports the effect of each, or in a dry run the expected one. */
export const importTools = (
  app: App,
  user: User,
  input: ImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, input, { signal, mayDecide: mayDecide(app, user) });

/** Adds those well-known tools that are missing in the catalogue. Changes no existing ones. */
export const importStarterTools = (app: App, user: User, signal?: AbortSignal): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, { rows: starterTools, isAddingOnly: true }, { signal });

interface ToolRows {
  rows: readonly unknown[];
  mapping?: MappingOf<ToolField> | undefined;
  mergeNames?: ImportRequest["mergeNames"];
  dryRun?: boolean;
}

/** Imports any number of rows as tools, for a program without other users. */
export const importRows = (app: App, user: User, input: ToolRows): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, input, { isAlone: true, mayDecide: mayDecide(app, user) });
