import type { Db } from "#db/database.ts";
import { findNameOwners } from "#server/features/aliases/name-owners.queries.ts";
import { listToolMemory } from "#server/features/tools/tool-memory.queries.ts";
import { loadTitles } from "#server/kernel/texts/texts.queries.ts";
import type { ImportedRow } from "#shared/imports/request.ts";
import {
  TOOL_MEMORY_COLUMNS,
  TOOL_MEMORY_LABELS,
  type ToolMemoryColumn,
} from "#shared/imports/tool-memory-columns.ts";
import { readToolMemory, type ToolMemory } from "#shared/imports/tool-memory.ts";
import { parseItemRef } from "#shared/items.ts";
import { foldName } from "#shared/mentions/names.ts";

import { type Importer, type MemoryChange, MemoryPlan } from "./memory-plan.ts";
import { findPeople } from "./tool-memory.queries.ts";

interface MemoryInput {
  /** The rows of the file, and what becomes of each. */
  given: readonly unknown[];
  rows: readonly ImportedRow[];
  /** The columns that are not read for fields. */
  unused: readonly string[];
  /** Things that are there are left as they are. */
  isAddingOnly: boolean;
  importer: Importer;
  now: Date;
}

/** What rows bring to tools beside their fields, and the rows as they are told of with that. */
export interface PlannedMemory {
  rows: ImportedRow[];
  memory: MemoryChange[];
  unused: string[];
}

interface Read {
  tool: { id: string; name: string };
  memory: ToolMemory;
}

/** Plans what the rows of a file bring to tools beside their fields. */
export async function planToolMemory(
  db: Db,
  { given, rows, unused, isAddingOnly, importer, now }: MemoryInput,
): Promise<PlannedMemory> {
  const columns = TOOL_MEMORY_COLUMNS.filter((column) => unused.includes(column));
  const used = new Set<string>();
  const reading = rows.map((row, index) => {
    const { memory, notes } = readToolMemory(given[index], columns, now);
    for (const column of columns)
      if (memory[column].length + notes.filter(({ field }) => field === column).length > 0) used.add(column);
    return { row, memory, notes };
  });
  const toolOf = ({ id, name, outcome }: ImportedRow): Read["tool"] | null =>
    id === null || name === null || outcome === "wrong" || (isAddingOnly && outcome === "skipped")
      ? null
      : { id, name };
  const read = reading.flatMap(({ row, memory }) => {
    const tool = toolOf(row);
    return tool === null ? [] : { tool, memory };
  });
  if (used.size === 0) return { rows: [...rows], memory: [], unused: [...unused] };
  const plan = new MemoryPlan(await findKnown(db, read), importer);
  return {
    rows: reading.map(({ row, memory, notes }) => {
      const tool = toolOf(row);
      if (tool === null) return row;
      const taken = plan.take(tool, memory);
      return { ...withChanges(row, taken.columns), notes: [...row.notes, ...notes, ...taken.notes] };
    }),
    memory: plan.changes,
    unused: unused.filter((column) => !used.has(column)),
  };
}

async function findKnown(db: Db, read: readonly Read[]) {
  const memories = read.map(({ memory }) => memory);
  const verdicts = memories.flatMap((memory) => memory.verdicts);
  const evidence = verdicts.flatMap((verdict) => verdict.evidence.map(({ ref }) => parseItemRef(ref)));
  const usernames = [
    ...verdicts.flatMap(({ decidedBy }) => decidedBy ?? []),
    ...memories.flatMap(({ votes }) => votes.map(({ user }) => user)),
  ];
  const names = memories.flatMap(({ aliases }) => aliases.map(foldName));
  const owners = new Map(await findNameOwners(db, names));
  // Those that this import adds are called something, too.
  for (const { tool } of read) {
    const known = owners.get(foldName(tool.name));
    if (known) owners.set(foldName(tool.name), [...known, tool]);
  }
  return {
    ofTools: await listToolMemory(
      db,
      read.map(({ tool }) => tool.id),
    ),
    owners,
    people: await findPeople(db, [...new Set(usernames)]),
    there: new Set((await loadTitles(db, evidence)).keys()),
  };
}

/** A row with what it changes beside the fields of its tool. */
function withChanges(row: ImportedRow, columns: readonly ToolMemoryColumn[]): ImportedRow {
  if (columns.length === 0 || row.outcome === "created") return row;
  const labels = columns.map((column) => TOOL_MEMORY_LABELS[column]).join(", ");
  if (row.outcome === "updated") return { ...row, message: `${row.message}, ${labels}` };
  return { ...row, outcome: "updated", message: `Changes: ${labels}` };
}
