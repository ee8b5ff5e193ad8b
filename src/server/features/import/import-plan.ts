import { describeIssues, type ImportedFields, type RowReading } from "#shared/import-row.ts";
import { IMPORT_FIELD_LABELS, IMPORT_FIELDS, type ImportedRow } from "#shared/tool-import.ts";
import { sortReleaseNotes, type Tool } from "#shared/tools.ts";

/** A row of the file and what it says. */
interface ReadRow {
  name: string | null;
  reading: RowReading;
}

export interface ImportPlan {
  rows: ImportedRow[];
  added: Tool[];
  edited: { tool: Tool; changes: Partial<ImportedFields> }[];
}

interface Entry {
  /** As it will be once the rows so far are stored. */
  tool: Tool;
  /** The stored tool; absent for one that this import adds. */
  stored?: Tool;
  changes: Partial<ImportedFields>;
}

interface PlanOptions {
  /** Makes the tool that a row adds. */
  makeTool: (fields: ImportedFields, row: number) => Tool;
  /** Leaves tools that are there as they are; one without a company is there for every company. */
  isAddingOnly: boolean;
}

/** Decides for every row, in order, what it does to the catalogue; a later row sees what earlier ones did. */
export function planImport(
  read: readonly ReadRow[],
  tools: readonly Tool[],
  options: PlanOptions,
): ImportPlan {
  const catalogue = Map.groupBy(
    tools.map((tool): Entry => ({ tool, stored: tool, changes: {} })),
    ({ tool }) => fold(tool.name),
  );
  const rows = read.map(({ name, reading }, index): ImportedRow => {
    const row = index + 1;
    const outcome = reading.ok
      ? applyRow(catalogue, reading.fields, row, options)
      : { outcome: "wrong" as const, toolId: null, message: describeIssues(reading.issues) };
    return { row, name, ...outcome };
  });
  const entries = [...catalogue.values()].flat();
  return {
    rows,
    added: entries.filter(({ stored }) => !stored).map(({ tool }) => tool),
    edited: entries.flatMap(({ stored, changes }) =>
      stored && Object.keys(changes).length > 0 ? [{ tool: stored, changes }] : [],
    ),
  };
}

type Outcome = Pick<ImportedRow, "outcome" | "toolId" | "message">;

function applyRow(
  catalogue: Map<string, Entry[]>,
  fields: ImportedFields,
  row: number,
  { makeTool, isAddingOnly }: PlanOptions,
): Outcome {
  const namesakes = catalogue.get(fold(fields.name)) ?? [];
  const withoutCompany = isAddingOnly ? namesakes.find(({ tool }) => tool.company === null) : undefined;
  const entry = findEntry(namesakes, fields) ?? withoutCompany;
  if (!entry) {
    const tool = makeTool(fields, row);
    catalogue.set(fold(fields.name), [...namesakes, { tool, changes: {} }]);
    return { outcome: "created", toolId: tool.id, message: null };
  }
  const toolId = entry.tool.id;
  if (isAddingOnly) return { outcome: "skipped", toolId, message: "In the catalogue already" };
  const changes = changesOf(entry.tool, fields);
  const changed = IMPORT_FIELDS.filter((field) => changes[field] !== undefined);
  if (changed.length === 0) return { outcome: "skipped", toolId, message: "Nothing to change" };
  entry.tool = { ...entry.tool, ...changes };
  entry.changes = { ...entry.changes, ...changes };
  const labels = changed.map((field) => IMPORT_FIELD_LABELS[field]);
  return { outcome: "updated", toolId, message: `Changes: ${labels.join(", ")}` };
}

const fold = (text: string | null | undefined) =>
  (text ?? "").normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();

/**
 * The tool of the same name and company. A row without a company is also about the only tool of its name that was there
 * before, so that a plain list of names does not make every tool twice.
 */
function findEntry(namesakes: readonly Entry[], fields: ImportedFields): Entry | undefined {
  const company = fold(fields.company);
  const same = namesakes.find(({ tool }) => fold(tool.company) === company);
  if (same || company !== "") return same;
  const [only, another] = namesakes.filter(({ stored }) => stored);
  return another ? undefined : only;
}

/** What a row says otherwise than the tool; a name or company in another spelling is no difference. */
function changesOf(tool: Tool, fields: ImportedFields): Partial<ImportedFields> {
  const changes: Partial<ImportedFields> = { ...fields };
  if (changes.releaseNotes) changes.releaseNotes = sortReleaseNotes(changes.releaseNotes);
  for (const field of IMPORT_FIELDS) {
    const isIdentity = field === "name" || field === "company";
    if (isIdentity || JSON.stringify(changes[field]) === JSON.stringify(tool[field])) delete changes[field];
  }
  return changes;
}
