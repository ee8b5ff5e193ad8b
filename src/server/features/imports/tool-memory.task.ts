import type { Db } from "#db/database.ts";
import { findNameOwners } from "#server/features/aliases/aliases.queries.ts";
import { listToolMemory } from "#server/features/tools/tool-memory.queries.ts";
import type { PlanExtras } from "#server/kernel/imports/import-rules.ts";
import type { ImportedRow } from "#shared/imports/request.ts";
import { readToolMemory, TOOL_MEMORY_COLUMNS, type ToolMemory } from "#shared/imports/tool-memory.ts";
import { foldName } from "#shared/mentions/names/names.ts";

import { MemoryPlan } from "./memory-plan.ts";

interface ReadTool {
  tool: { id: string; name: string };
  memory: ToolMemory;
}

/** Plans the aliases and verdicts that the rows of a file add to tools. */
export const planToolMemory: PlanExtras = async (db, { given, rows, unused, isAddingOnly, mayDecide }) => {
  const reading = rows.map((row, index) => ({ row, ...readToolMemory(given[index], unused) }));
  const hasAliases = reading.some(({ memory }) => memory.aliases.length > 0);
  const hasRings = reading.some(({ memory }) => memory.verdict !== null);
  const isUsed = (column: string) =>
    (column === "aliases" ? hasAliases : hasRings) ||
    reading.some(({ notes }) => notes.some(({ field }) => field === column));
  const used = new Set<string>(TOOL_MEMORY_COLUMNS.filter(isUsed));
  const toolOf = ({ id, name, outcome }: ImportedRow): ReadTool["tool"] | null =>
    id === null || name === null || outcome === "wrong" || (isAddingOnly && outcome === "skipped")
      ? null
      : { id, name };
  const tools = reading.flatMap(({ row, memory }) => {
    const tool = toolOf(row);
    return tool === null ? [] : { tool, memory };
  });
  const plan = new MemoryPlan(await findKnown(db, used.size === 0 ? [] : tools), mayDecide);
  return {
    rows: reading.map(({ row, memory, notes }) => {
      const tool = toolOf(row);
      if (tool === null) return row;
      const added = plan.add(tool, memory);
      return { ...withChanges(row, added.labels), notes: [...row.notes, ...notes, ...added.notes] };
    }),
    extras: plan.changes,
    unused: unused.filter((column) => !used.has(column)),
  };
};

async function findKnown(db: Db, tools: readonly ReadTool[]) {
  const names = tools.flatMap(({ memory }) => memory.aliases.map(foldName));
  const owners = new Map(await findNameOwners(db, names));
  // Tools that this import creates own their names, too.
  for (const { tool } of tools) {
    const known = owners.get(foldName(tool.name));
    if (known) owners.set(foldName(tool.name), [...known, tool]);
  }
  const ids = tools.map(({ tool }) => tool.id);
  return { ofTools: await listToolMemory(db, ids), owners };
}

/** A row that also reports changes beside the fields of its tool. */
function withChanges(row: ImportedRow, labels: readonly string[]): ImportedRow {
  if (labels.length === 0 || row.outcome === "created") return row;
  if (row.outcome === "updated") return { ...row, message: `${row.message}, ${labels.join(", ")}` };
  return { ...row, outcome: "updated", message: `Changes: ${labels.join(", ")}` };
}
