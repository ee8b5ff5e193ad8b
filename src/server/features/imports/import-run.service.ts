import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import {
  changeItems,
  createItem,
  listAllItems,
  type Library,
  type LibraryItem,
} from "#server/library/library.service.ts";
import { columnsOf } from "#shared/imports/columns.ts";
import {
  countNotes,
  type ImportOutcome,
  type ImportReport,
  type MappingOf,
} from "#shared/imports/request.ts";
import { guessMapping, type ImportKind, nameInRow, readRow } from "#shared/imports/row.ts";
import type { User } from "#shared/users.ts";

import { type ImportPlan, planImport, type PlanRules, type ReadRow } from "./import-plan.ts";

export interface RowImport<Field extends string> {
  rows: readonly unknown[];
  /** Guessed from the columns' names when absent. */
  mapping?: MappingOf<Field> | undefined;
  dryRun?: boolean;
}

interface ImportRun<
  Field extends string,
  Imported extends object,
  Item extends LibraryItem,
  Fields extends object,
> extends RowImport<Field> {
  kind: ImportKind<Field, Imported>;
  library: Library<Item, Fields>;
  rules: Omit<PlanRules<Item, Imported>, "now" | "make">;
  /** The fields of an item that a row adds. */
  complete(fields: Imported): Fields;
  /** What a row changes, as fields of the item. */
  change(fields: Partial<Imported>): Partial<Fields>;
  /** Corrects or refuses what a row says. */
  adjust?(row: ReadRow<Imported>): ReadRow<Imported>;
  note?: string;
}

/** Reads rows, carries out what they say or on a dry run only plans it, and reports what became of each. */
export async function runImport<
  Field extends string,
  Imported extends object,
  Item extends LibraryItem & Record<keyof Imported, unknown>,
  Fields extends object,
>(
  app: App,
  by: User,
  { kind, library, dryRun = false, ...run }: ImportRun<Field, Imported, Item, Fields>,
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
  const read = rows.map((row) => {
    const found = { name: nameInRow(row, mapping[kind.naming]), reading: readRow(kind, row, mapping) };
    return run.adjust?.(found) ?? found;
  });
  const rules: PlanRules<Item, Imported> = {
    ...run.rules,
    now: app.now(),
    make: (fields, time) => createItem(app, library, { by, fields: run.complete(fields), time }),
  };
  const plan = (items: readonly Item[]) => {
    const { edited, ...planned } = planImport(read, items, rules);
    return {
      ...planned,
      edited: edited.map(({ before, changes }) => ({ before, changes: run.change(changes) })),
    };
  };
  const planned = dryRun
    ? plan(await listAllItems(app, library))
    : await changeItems(app, library, {
        by,
        plan,
        detail: { import: randomUUID() },
        ...(run.note !== undefined && { note: run.note }),
      });
  const report = reportOf(planned, dryRun);
  const { created, updated, skipped, wrong } = report;
  if (!dryRun) app.log.info({ userId: by.id, created, updated, skipped, wrong }, `${kind.noun}s imported`);
  const used = new Set(Object.values(mapping));
  return { ...report, unusedColumns: columns.filter((column) => !used.has(column)) };
}

function reportOf<Thing extends { id: string }>(
  { rows, added, sameNames }: Omit<ImportPlan<Thing, unknown>, "edited">,
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
