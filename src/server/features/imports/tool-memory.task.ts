import type { Db } from "#db/database.ts";
import { findNameOwners } from "#server/features/aliases/aliases.queries.ts";
import { listToolMemory } from "#server/features/tools/tools.queries.ts";
import type { PlanExtras } from "#server/kernel/imports/import-rules.ts";
import type { ImportedRow, ImportNote } from "#shared/imports/request.ts";
import {
  noteOmitted,
  readToolMemory,
  TOOL_MEMORY_COLUMNS,
  TOOL_MEMORY_LABELS,
  type ToolMemory,
} from "#shared/imports/tool-memory.ts";
import { foldName, MAX_ALIASES } from "#shared/mentions/names/names.ts";

interface NamedTool {
  id: string;
  name: string;
}

/** Aliases and verdict that an import adds to a tool. */
export interface MemoryChange {
  toolId: string;
  aliases: { folded: string; spelled: string }[];
  verdict: ToolMemory["verdict"];
}

/** Data in the database before the import. */
interface StoredMemory {
  byTool: ReadonlyMap<string, ToolMemory>;
  /** Tools by normalized name and alias. */
  owners: ReadonlyMap<string, readonly NamedTool[]>;
}

interface ToolPlan {
  change: MemoryChange;
  /** Normalized aliases that the tool will have. */
  aliases: Set<string>;
  ring: string | undefined;
}

/** Plans the aliases and verdicts that rows add. Never changes existing ones. */
class MemoryPlan {
  readonly #known: StoredMemory;
  readonly #mayDecide: boolean;
  readonly #byTool = new Map<string, ToolPlan>();
  /** The tools that get an alias in this import, by normalized alias. */
  readonly #newOwners = new Map<string, NamedTool>();

  constructor(known: StoredMemory, mayDecide: boolean) {
    this.#known = known;
    this.#mayDecide = mayDecide;
  }

  get changes(): MemoryChange[] {
    return Array.from(this.#byTool.values(), ({ change }) => change).filter(
      ({ aliases, verdict }) => aliases.length > 0 || verdict !== null,
    );
  }

  /** Adds a row to the plan. Returns the labels of the changed columns, and notes about omitted values. */
  add(tool: NamedTool, { aliases, verdict }: ToolMemory): { labels: string[]; notes: ImportNote[] } {
    const plan = this.#planOf(tool.id);
    const previous = { ...plan.change, count: plan.change.aliases.length };
    const notes = [
      ...aliases.flatMap((alias) => this.#addAlias(tool, plan, alias)),
      ...this.#addVerdict(plan, verdict),
    ];
    const labels = [
      ...(plan.change.aliases.length > previous.count ? [TOOL_MEMORY_LABELS.aliases] : []),
      ...(plan.change.verdict === previous.verdict ? [] : [TOOL_MEMORY_LABELS.ring]),
    ];
    return { labels, notes };
  }

  #planOf(toolId: string): ToolPlan {
    const known = this.#byTool.get(toolId);
    if (known) return known;
    const { aliases = [], verdict } = this.#known.byTool.get(toolId) ?? {};
    const plan: ToolPlan = {
      change: { toolId, aliases: [], verdict: null },
      aliases: new Set(aliases.map(foldName)),
      ring: verdict?.ring,
    };
    this.#byTool.set(toolId, plan);
    return plan;
  }

  #addAlias(tool: NamedTool, plan: ToolPlan, spelled: string): ImportNote[] {
    const folded = foldName(spelled);
    if (plan.aliases.has(folded) || folded === foldName(tool.name)) return [];
    const owners = [...(this.#known.owners.get(folded) ?? []), this.#newOwners.get(folded)];
    const other = owners.find((owner) => owner !== undefined && owner.id !== tool.id);
    if (other) return [noteOmitted("aliases", `it already refers to ${other.name}`, spelled)];
    if (plan.aliases.size >= MAX_ALIASES)
      return [noteOmitted("aliases", `a tool can have at most ${MAX_ALIASES} other names`, spelled)];
    plan.aliases.add(folded);
    this.#newOwners.set(folded, tool);
    plan.change.aliases.push({ folded, spelled });
    return [];
  }

  #addVerdict(plan: ToolPlan, verdict: ToolMemory["verdict"]): ImportNote[] {
    if (verdict === null || verdict.ring === plan.ring) return [];
    if (plan.ring !== undefined)
      return [noteOmitted("ring", "the team has already decided on this tool", verdict.ring)];
    if (!this.#mayDecide)
      return [noteOmitted("ring", "only administrators can decide on tools", verdict.ring)];
    plan.ring = verdict.ring;
    plan.change.verdict = verdict;
    return [];
  }
}

interface ToolWithMemory {
  tool: { id: string; name: string };
  memory: ToolMemory;
}

/** Plans the aliases and verdicts that the rows of a file add to tools. */
export const planToolMemory: PlanExtras = async (
  db,
  { inputRows, rows, unused, isAddingOnly, mayDecide },
) => {
  const parsedRows = rows.map((row, index) => ({ row, ...readToolMemory(inputRows[index], unused) }));
  const hasAliases = parsedRows.some(({ memory }) => memory.aliases.length > 0);
  const hasRings = parsedRows.some(({ memory }) => memory.verdict !== null);
  const isUsedColumn = (column: string) =>
    (column === "aliases" ? hasAliases : hasRings) ||
    parsedRows.some(({ notes }) => notes.some(({ field }) => field === column));
  const usedColumns = new Set<string>(TOOL_MEMORY_COLUMNS.filter(isUsedColumn));
  const toolOf = ({ id, name, outcome }: ImportedRow): ToolWithMemory["tool"] | null =>
    id === null || name === null || outcome === "wrong" || (isAddingOnly && outcome === "skipped")
      ? null
      : { id, name };
  const tools = parsedRows.flatMap(({ row, memory }) => {
    const tool = toolOf(row);
    return tool === null ? [] : { tool, memory };
  });
  const plan = new MemoryPlan(await findStoredMemory(db, usedColumns.size === 0 ? [] : tools), mayDecide);
  return {
    rows: parsedRows.map(({ row, memory, notes }) => {
      const tool = toolOf(row);
      if (tool === null) return row;
      const added = plan.add(tool, memory);
      return { ...withChanges(row, added.labels), notes: [...row.notes, ...notes, ...added.notes] };
    }),
    extras: plan.changes,
    unused: unused.filter((column) => !usedColumns.has(column)),
  };
};

async function findStoredMemory(db: Db, tools: readonly ToolWithMemory[]) {
  const names = tools.flatMap(({ memory }) => memory.aliases.map(foldName));
  const owners = new Map(await findNameOwners(db, names));
  // Tools that this import creates own their names too.
  for (const { tool } of tools) {
    const known = owners.get(foldName(tool.name));
    if (known) owners.set(foldName(tool.name), [...known, tool]);
  }
  const ids = tools.map(({ tool }) => tool.id);
  return { byTool: await listToolMemory(db, ids), owners };
}

/** Adds changes of aliases and verdict to the reported outcome of a row. */
function withChanges(row: ImportedRow, labels: readonly string[]): ImportedRow {
  if (labels.length === 0 || row.outcome === "created") return row;
  if (row.outcome === "updated") return { ...row, message: `${row.message}, ${labels.join(", ")}` };
  return { ...row, outcome: "updated", message: `Changes: ${labels.join(", ")}` };
}
