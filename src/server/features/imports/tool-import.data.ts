import { toolStore } from "#server/features/tools/tools.queries.ts";
import type { PlanRules, ReadRow, PlannedItem, Namesakes } from "#server/kernel/imports/import-plan.ts";
import type { ImportCall, ImportRules } from "#server/kernel/imports/import-rules.ts";
import { createImporter } from "#server/kernel/imports/import.task.ts";
import { readCallRows } from "#server/kernel/imports/read-rows.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";
import { type ImportedTool, TOOL_IMPORT } from "#shared/imports/tool-import.ts";
import { foldName } from "#shared/kernel/text-rules.ts";
import { companyKey } from "#shared/texts/names.ts";
import { sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import { EMPTY_TOOL, type Tool } from "#shared/tools/tools.ts";

import { planToolMemory } from "./tool-memory.task.ts";

const createToolRules = ({ isAddingOnly = false, mergeNames = [] }: ImportCall) =>
  ({
    kind: TOOL_IMPORT,
    rowsOf: (call: ImportCall) => readCallRows(call, TOOL_IMPORT),
    rules: createRules(isAddingOnly, mergeNames),
    createItem: (fields, base, time) => ({ ...EMPTY_TOOL, ...fields, ...base, dateUpdated: time }),
    adjust: withSortedNotes,
  }) satisfies ImportRules<keyof ImportedTool & string, ImportedTool, Tool>;

/** Sorts release notes as they are stored, so that only different notes count as a change. */
function withSortedNotes(row: ReadRow<ImportedTool>): ReadRow<ImportedTool> {
  if (!row.reading.ok || !row.reading.fields.releaseNotes) return row;
  const releaseNotes = sortReleaseNotes(row.reading.fields.releaseNotes);
  return { ...row, reading: { ...row.reading, fields: { ...row.reading.fields, releaseNotes } } };
}

function createRules(
  isAddingOnly: boolean,
  mergeNames: NonNullable<ImportCall["mergeNames"]>,
): Omit<PlanRules<Tool, ImportedTool>, "now" | "createItem"> {
  const mergedNames = new Set(mergeNames === "all" ? [] : mergeNames.map(foldName));
  return {
    fields: TOOL_IMPORT.fields,
    labels: TOOL_IMPORT.labels,
    nameOf: ({ name }) => name,
    identity: ["name", "company"],
    keysOf,
    isAddingOnly,
    isMerged: (name) => mergeNames === "all" || mergedNames.has(foldName(name)),
    find(namesakes, fields) {
      if (!isAddingOnly) return findTool(namesakes, fields);
      // If tools are only added, one without a company matches every company.
      return (
        namesakes.firstWithKey(exactCompanyKey(fields)) ??
        findOnlyBySameMaker(namesakes, fields) ??
        namesakes.firstWithKey("") ??
        findOnlyStored(namesakes, fields)
      );
    },
  };
}

type MakerFields = Pick<ImportedTool, "company" | "url">;

const exactCompanyKey = ({ company }: MakerFields) => foldName(company ?? "");
/** Key of a company without its legal form. It never equals one of the other keys. */
const makerKey = ({ company }: MakerFields) => `\n\n${companyKey(company ?? "")}`;
const addressKey = (url: string | null | undefined) =>
  (url ?? "")
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, "")
    .replace(/\/$/u, "");
const fullKey = (tool: MakerFields) => `${exactCompanyKey(tool)}\n${addressKey(tool.url)}`;
const keysOf = (tool: MakerFields) => [fullKey(tool), exactCompanyKey(tool), makerKey(tool)];

type ToolEntry = PlannedItem<Tool, ImportedTool>;
type ToolNamesakes = Namesakes<Tool, ImportedTool>;

/**
 * Returns the tool with the same name and company, ignoring the legal form. Tools with different URLs don't match if
 * the file has a row for each. A row without a company also matches the only existing tool of its name, so that
 * importing a list of names adds no duplicates.
 */
function findTool(namesakes: ToolNamesakes, fields: ImportedTool): ToolEntry | undefined {
  const sameCompany = namesakes.withKey(exactCompanyKey(fields));
  const [only, another] = sameCompany;
  if (!only)
    return fields.company ? findOnlyBySameMaker(namesakes, fields) : findOnlyStored(namesakes, fields);
  const exactMatch = namesakes.firstWithKey(fullKey(fields));
  if (exactMatch ?? addressKey(fields.url) === "") return exactMatch ?? only;
  const withoutAddress = namesakes.firstWithKey(fullKey({ company: fields.company }));
  if (withoutAddress) return withoutAddress;
  return !another && only.stored && namesakes.isUnmatched(only) ? only : undefined;
}

/**
 * Returns the only tool with a company that differs just in its legal form, unless the file has a row for that tool
 * too.
 */
function findOnlyBySameMaker(namesakes: ToolNamesakes, fields: ImportedTool): ToolEntry | undefined {
  const [only, another] = namesakes.withKey(makerKey(fields));
  return only?.stored && !another && namesakes.isUnmatched(only) ? only : undefined;
}

function findOnlyStored(namesakes: ToolNamesakes, { url }: ImportedTool): ToolEntry | undefined {
  const [only, another] = namesakes.stored;
  if (!only || another) return undefined;
  const hasOtherAddress =
    only.rows.length > 0 && addressKey(url) !== addressKey(only.item.url) && addressKey(url) !== "";
  return hasOtherAddress ? undefined : only;
}

export const toolImportData: Pick<SliceData, "importer"> = {
  importer: createImporter({
    kind: "tool",
    store: toolStore,
    rulesFor: (_setting, call) => createToolRules(call),
    planExtras: planToolMemory,
  }),
};
