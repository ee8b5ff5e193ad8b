import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { columnsOf } from "#shared/imports/columns.ts";
import {
  countNotes,
  type ImportOutcome,
  type ImportReport,
  type MappingOf,
} from "#shared/imports/request.ts";
import { guessMapping, type ImportKind, nameInRow, readRow } from "#shared/imports/row.ts";
import type { User } from "#shared/users.ts";

import type { ImportPlan, ReadRow } from "./import-plan.ts";

export interface RowImport<Field extends string> {
  rows: readonly unknown[];
  /** Guessed from the columns' names when absent. */
  mapping?: MappingOf<Field> | undefined;
  dryRun?: boolean;
}

interface ImportRun<Field extends string, Fields, Thing extends { id: string }> extends RowImport<Field> {
  kind: ImportKind<Field, Fields>;
  /** Does what the rows say, or on a dry run only plans it. */
  carryOut(read: ReadRow<Fields>[], dryRun: boolean): Promise<ImportPlan<Thing, Fields>>;
}

/** Reads rows, carries out what they say, and reports what became of each. */
export async function runImport<Field extends string, Fields, Thing extends { id: string }>(
  app: App,
  user: User,
  { kind, dryRun = false, ...run }: ImportRun<Field, Fields, Thing>,
): Promise<ImportReport> {
  const rows = kind.prepare?.(run.rows) ?? run.rows;
  if (rows.length === 0) throw invalid("There are no rows to import");
  const columns = columnsOf(rows);
  const mapping = run.mapping ?? guessMapping(kind, rows);
  for (const field of kind.fields) {
    const content = kind.required[field];
    if (content === undefined || mapping[field] !== undefined) continue;
    throw invalid(`Couldn't find the column with ${content}. Choose one.`, `mapping.${field}`);
  }
  const read = rows.map((row) => ({
    name: nameInRow(row, mapping[kind.naming]),
    reading: readRow(kind, row, mapping),
  }));
  const report = reportOf(await run.carryOut(read, dryRun), dryRun);
  const { created, updated, skipped, wrong } = report;
  if (!dryRun) app.log.info({ userId: user.id, created, updated, skipped, wrong }, `${kind.noun}s imported`);
  const used = new Set(Object.values(mapping));
  return { ...report, unusedColumns: columns.filter((column) => !used.has(column)) };
}

function reportOf<Thing extends { id: string }>(
  { rows, added, sameNames }: ImportPlan<Thing, unknown>,
  dryRun: boolean,
) {
  const count = (outcome: ImportOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const unstored = new Set(dryRun ? added.map(({ id }) => id) : []);
  return {
    dryRun,
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    wrong: count("wrong"),
    notes: countNotes(rows),
    sameNames,
    rows: rows.map((row) => (unstored.has(row.id ?? "") ? { ...row, id: null } : row)),
  };
}
