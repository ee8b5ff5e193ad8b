import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { mayDecide } from "#server/features/verdicts/verdicts.service.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ToolField } from "#shared/fields/tool-fields.ts";
import { findReferenceFormat } from "#shared/imports/files/file.ts";
import type { ReadingImportRequest } from "#shared/imports/reading-import.ts";
import type { BibtexRequest, BibtexRows, ImportReport, MappingOf } from "#shared/imports/request.ts";
import type { ImportRequest } from "#shared/imports/tool-import.ts";

/** Imports the rows of a call as tools. Reports what happened to each row, or would happen in a dry run. */
export const importTools = (
  app: App,
  user: User,
  input: ImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, input, { signal, mayDecide: mayDecide(app, user) });

/** Adds the well-known tools that the catalogue lacks. Existing tools stay unchanged. */
export const importStarterTools = (app: App, user: User, signal?: AbortSignal): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, { rows: starterTools, isAddingOnly: true }, { signal });

interface ToolRows {
  rows: readonly unknown[];
  mapping?: MappingOf<ToolField> | undefined;
  mergeNames?: ImportRequest["mergeNames"];
  dryRun?: boolean;
}

/** Imports any number of rows as tools, in a process without other users. */
export const importRows = (app: App, user: User, input: ToolRows): Promise<ImportReport> =>
  runImport(app, user, toolLibrary, input, { runsOnMainThread: true, mayDecide: mayDecide(app, user) });

/** Imports the rows of a call as readings. Reports what happened to each row, or would happen in a dry run. */
export async function importReadings(
  app: App,
  user: User,
  { format, content = "", rows, ...call }: ReadingImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> {
  if (format !== "bibtex")
    return runImport(app, user, readingLibrary, { ...call, format, content, rows }, { signal });
  const entries = rows ? undefined : await bibtexRows(app, { content }, signal);
  if (entries?.length === 0) throw invalid(describeMissingEntries(content), "content");
  return runImport(app, user, readingLibrary, { ...call, rows, entries }, { signal });
}

function describeMissingEntries(content: string): string {
  const otherFormat = findReferenceFormat(content);
  return otherFormat === undefined
    ? "There are no BibTeX entries in this text. An entry begins with its type, such as @book{."
    : `This is ${otherFormat}. Export BibTeX or CSV instead, then try again.`;
}

/** Converts BibTeX entries to rows, so that the user can map their columns. Imports nothing. */
export async function bibtexRows(
  app: App,
  { content }: BibtexRequest,
  signal?: AbortSignal,
): Promise<BibtexRows> {
  const rows = await app.workers.run("imports.bibtex", content, { signal });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the worker has written
  return JSON.parse(rows) as BibtexRows;
}
