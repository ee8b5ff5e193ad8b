import type { App } from "#server/app.ts";
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import type { ToolField } from "#shared/fields/tool-fields.ts";
import type { ImportReport } from "#shared/imports/request.ts";
import { type ImportedTool, type ImportRequest, TOOL_IMPORT } from "#shared/imports/tool-import.ts";
import { sortReleaseNotes } from "#shared/release-note-list.ts";
import { foldName } from "#shared/text-rules.ts";
import { EMPTY_TOOL, type Tool } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";

import type { PlanRules, ReadRow } from "./import-plan.ts";
import { type RowImport, runImport } from "./import-run.service.ts";
import type { Entry, Namesakes } from "./namesakes.ts";
import { rowsOfCall } from "./read-rows.ts";

/** Takes the rows of one call into the catalogue and says for each what it did, or on a dry run would do. */
export async function importTools(app: App, user: User, input: ImportRequest): Promise<ImportReport> {
  return importRows(app, user, { ...input, rows: rowsOfCall(input) });
}

/** Adds those well-known tools that the catalogue does not have yet; none that is there is changed. */
export const importStarterTools = (app: App, user: User): Promise<ImportReport> =>
  importRows(app, user, { rows: starterTools, isAddingOnly: true });

/** Takes any number of rows into the catalogue, all in one transaction; wrong ones are reported and left out. */
export function importRows(
  app: App,
  user: User,
  input: RowImport<ToolField> & { isAddingOnly?: boolean; mergeNames?: ImportRequest["mergeNames"] },
): Promise<ImportReport> {
  return runImport(app, user, {
    ...input,
    kind: TOOL_IMPORT,
    library: toolLibrary,
    rules: createRules(input.isAddingOnly ?? false, input.mergeNames ?? []),
    complete: (fields) => ({ ...EMPTY_TOOL, ...fields }),
    change: (fields) => fields,
    adjust: withSortedNotes,
  });
}

/** Release notes in the order in which they are kept, so that only other notes are a difference. */
function withSortedNotes(row: ReadRow<ImportedTool>): ReadRow<ImportedTool> {
  if (!row.reading.ok || !row.reading.fields.releaseNotes) return row;
  const releaseNotes = sortReleaseNotes(row.reading.fields.releaseNotes);
  return { ...row, reading: { ...row.reading, fields: { ...row.reading.fields, releaseNotes } } };
}

function createRules(
  isAddingOnly: boolean,
  mergeNames: ImportRequest["mergeNames"],
): Omit<PlanRules<Tool, ImportedTool>, "now" | "make"> {
  const merged = new Set(mergeNames === "all" ? [] : mergeNames.map(foldName));
  return {
    fields: TOOL_IMPORT.fields,
    labels: TOOL_IMPORT.labels,
    nameOf: ({ name }) => name,
    identity: ["name", "company"],
    keysOf,
    isAddingOnly,
    isMerged: (name) => mergeNames === "all" || merged.has(foldName(name)),
    find(namesakes, fields) {
      if (!isAddingOnly) return findTool(namesakes, fields);
      // Where nothing is changed, a tool without a company is there for every company.
      return namesakes.with(companyKey(fields))[0] ?? namesakes.with("")[0] ?? onlyStored(namesakes, fields);
    },
  };
}

type Named = Pick<ImportedTool, "company" | "url">;

const companyKey = ({ company }: Named) => foldName(company ?? "");
const addressKey = (url: string | null | undefined) =>
  (url ?? "")
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, "")
    .replace(/\/$/u, "");
const fullKey = (tool: Named) => `${companyKey(tool)}\n${addressKey(tool.url)}`;
const keysOf = (tool: Named) => [fullKey(tool), companyKey(tool)];

type ToolEntry = Entry<Tool, ImportedTool>;
type ToolNamesakes = Namesakes<Tool, ImportedTool>;

/**
 * The tool of the same name and company, unless both give addresses that differ and the file has a row for each. A row
 * without a company is also about the only tool of its name that was there before, so that a plain list of names does
 * not make every tool twice.
 */
function findTool(namesakes: ToolNamesakes, fields: ImportedTool): ToolEntry | undefined {
  const same = namesakes.with(companyKey(fields));
  const [only, another] = same;
  if (!only) return companyKey(fields) === "" ? onlyStored(namesakes, fields) : undefined;
  const exact = namesakes.with(fullKey(fields))[0];
  if (exact ?? addressKey(fields.url) === "") return exact ?? only;
  const withoutAddress = namesakes.with(fullKey({ company: fields.company }))[0];
  if (withoutAddress) return withoutAddress;
  return !another && only.stored && namesakes.isFree(only) ? only : undefined;
}

function onlyStored(namesakes: ToolNamesakes, { url }: ImportedTool): ToolEntry | undefined {
  const [only, another] = namesakes.stored;
  if (!only || another) return undefined;
  const isOther =
    only.rows.length > 0 && addressKey(url) !== addressKey(only.thing.url) && addressKey(url) !== "";
  return isOther ? undefined : only;
}
