import type { App } from "#server/app.ts";
import { listStarterTools } from "#server/features/tools/starter-tools.service.ts";
import { changeTools, listTools, makeTool } from "#server/features/tools/tools.service.ts";
import type { ImportReport } from "#shared/import-request.ts";
import { foldName } from "#shared/text.ts";
import { type ImportedTool, type ImportField, type ImportRequest, TOOL_IMPORT } from "#shared/tool-import.ts";
import { sortReleaseNotes, type Tool } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";

import { type Entry, planImport, type PlanRules, type ReadRow } from "./import-plan.ts";
import { type RowImport, runImport } from "./import-run.service.ts";
import { rowsOfCall } from "./read-rows.ts";

/** Takes the rows of one call into the catalogue and says for each what it did, or on a dry run would do. */
export async function importTools(app: App, user: User, input: ImportRequest): Promise<ImportReport> {
  return importRows(app, user, { ...input, rows: rowsOfCall(input) });
}

/** Adds those well-known tools that the catalogue does not have yet; none that is there is changed. */
export const importStarterTools = (app: App, user: User): Promise<ImportReport> =>
  importRows(app, user, { rows: listStarterTools(), isAddingOnly: true });

/** Takes any number of rows into the catalogue, all in one transaction; wrong ones are reported and left out. */
export function importRows(
  app: App,
  user: User,
  input: RowImport<ImportField> & { isAddingOnly?: boolean },
): Promise<ImportReport> {
  const rules = rulesOf(app, user, input.isAddingOnly ?? false);
  return runImport(app, user, {
    ...input,
    kind: TOOL_IMPORT,
    async carryOut(read, dryRun) {
      const sorted = read.map(withSortedNotes);
      const plan = (tools: readonly Tool[]) => planImport(sorted, tools, rules);
      return dryRun ? plan((await listTools(app, {})).items) : changeTools(app, plan);
    },
  });
}

/** Release notes in the order in which they are kept, so that only other notes are a difference. */
function withSortedNotes(row: ReadRow<ImportedTool>): ReadRow<ImportedTool> {
  if (!row.reading.ok || !row.reading.fields.releaseNotes) return row;
  const releaseNotes = sortReleaseNotes(row.reading.fields.releaseNotes);
  return { ...row, reading: { ...row.reading, fields: { ...row.reading.fields, releaseNotes } } };
}

const NOTHING_SAID = {
  company: null,
  capabilities: null,
  use: null,
  modality: null,
  logoUrl: null,
  url: null,
  industry: null,
  tags: [],
  notes: null,
  releaseNotes: [],
  version: null,
};

function rulesOf(app: App, user: User, isAddingOnly: boolean): PlanRules<Tool, ImportedTool> {
  return {
    fields: TOOL_IMPORT.fields,
    labels: TOOL_IMPORT.labels,
    nameOf: ({ name }) => name,
    identity: ["name", "company"],
    isAddingOnly,
    now: app.now(),
    make: (fields, dateUpdated) => ({
      ...makeTool(app, user, { ...NOTHING_SAID, ...fields }),
      dateUpdated,
    }),
    find(namesakes, fields) {
      // Where nothing is changed, a tool without a company is there for every company.
      const withoutCompany = isAddingOnly ? namesakes.find(({ thing }) => thing.company === null) : undefined;
      return findTool(namesakes, fields) ?? withoutCompany;
    },
  };
}

type ToolEntry = Entry<Tool, ImportedTool>;

/**
 * The tool of the same name and company. A row without a company is also about the only tool of its name that was there
 * before, so that a plain list of names does not make every tool twice.
 */
function findTool(namesakes: readonly ToolEntry[], fields: ImportedTool): ToolEntry | undefined {
  const company = foldName(fields.company ?? "");
  const same = namesakes.find(({ thing }) => foldName(thing.company ?? "") === company);
  if (same || company !== "") return same;
  const [only, another] = namesakes.filter(({ stored }) => stored);
  return another ? undefined : only;
}
