import { randomUUID } from "node:crypto";

import { readDatabase } from "#db/open-for-reading.ts";
import { invalid } from "#server/errors.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { streamRows } from "#server/kernel/items/items.queries.ts";
import { getSliceData } from "#server/kernel/slice-data.ts";
import { columnsOf } from "#shared/imports/column-values.ts";
import { countNotes, type ImportOutcome, type ImportReport } from "#shared/imports/request.ts";
import { guessMapping, nameInRow, readRow, UnreadableRow } from "#shared/imports/row.ts";
import { foldName } from "#shared/kernel/text-rules.ts";

import { type ImportPlan, planImport } from "./import-plan.ts";
import type {
  ImportCall,
  ImportChanges,
  PlannedImport,
  Importer,
  ImportRules,
  ImportContext,
  PlanExtras,
} from "./import-rules.ts";
import { describeHeader } from "./read-rows.ts";

/**
 * Plans an import in a worker. The call, the report and the changes are JSON texts, which pass between threads fastest.
 */
export async function planInWorker({
  call,
  ...context
}: ImportContext & { call: string }): Promise<{ report: string; changes: string }> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the main thread has written
  const { report, changes } = await planCall(context, JSON.parse(call) as ImportCall);
  return { report: JSON.stringify(report), changes: JSON.stringify(changes) };
}

export const planCall = async (context: ImportContext, call: ImportCall): Promise<PlannedImport> =>
  (await getSliceData(context.kind)).importer.plan(context, call);

interface ImporterOptions<Field extends string, Imported extends object, Item> extends Pick<
  Importer,
  "kind"
> {
  store: ItemStore<Item>;
  rulesFor(context: ImportContext, call: ImportCall): ImportRules<Field, Imported, Item>;
  planExtras?: PlanExtras;
}

/** Creates an importer, which parses the rows of a call and determines each one's effect on existing items. */
export const createImporter = <
  Field extends string,
  Imported extends object,
  Item extends { id: string; revision: number } & Record<keyof Imported, unknown>,
>(
  importer: ImporterOptions<Field, Imported, Item>,
): Importer => ({
  kind: importer.kind,
  plan: (context, call) => plan(context, call, importer),
});

async function plan<
  Field extends string,
  Imported extends object,
  Item extends { id: string; revision: number } & Record<keyof Imported, unknown>,
>(
  context: ImportContext,
  call: ImportCall,
  { store, rulesFor, planExtras }: ImporterOptions<Field, Imported, Item>,
): Promise<PlannedImport> {
  const { databaseUrl, now, mayDecide } = context;
  const { kind, rules, rowsOf, ...kindRules } = rulesFor(context, call);
  const input = rowsOf(call);
  const rows = kind.prepare?.(input) ?? input;
  if (rows.length === 0) throw invalid("There are no rows to import");
  const unreadable = rows.find((row) => row instanceof UnreadableRow);
  if (unreadable && rows.every((row) => row instanceof UnreadableRow)) {
    throw invalid(`No row can be read. ${unreadable.error}.`, "content");
  }
  const columns = columnsOf(rows);
  const mapping = call.mapping ?? guessMapping(kind, rows);
  for (const field of kind.fields) {
    const content = kind.required[field];
    if (content === undefined || mapping[field] !== undefined) continue;
    throw invalid(
      `Couldn't find the column with ${content}. Choose one.${describeHeader(call, columns, "send its number as headerLine")}`,
      `mapping.${field}`,
    );
  }
  const read = rows.map((row) => {
    const found = { name: nameInRow(row, mapping[kind.nameField]), reading: readRow(kind, row, mapping) };
    return kindRules.adjust?.(found) ?? found;
  });
  const names = new Set(
    read.flatMap(({ reading }) => (reading.ok ? foldName(rules.nameOf(reading.fields)) : [])),
  );
  const items: Item[] = [];
  await readDatabase(databaseUrl, async (db) => {
    for await (const item of streamRows(db, store, (name) => names.has(foldName(name)))) items.push(item);
  });
  const base = { userId: "", revision: 1 };
  const planned = planImport(read, items, {
    ...rules,
    now,
    createItem: (fields, time) => kindRules.createItem(fields, { ...base, id: randomUUID() }, time),
  });
  const used = new Set<string | undefined>(Object.values(mapping));
  const unused = columns.filter((column) => !used.has(column));
  const isAddingOnly = call.isAddingOnly ?? false;
  const withExtras = planExtras
    ? await readDatabase(databaseUrl, (db) =>
        planExtras(db, { inputRows: rows, rows: planned.rows, unused, isAddingOnly, mayDecide }),
      )
    : { rows: planned.rows, extras: [], unused };
  return {
    report: {
      ...createReport({ ...planned, rows: withExtras.rows }, call.dryRun ?? false),
      unusedColumns: withExtras.unused,
    },
    changes: { ...toImportChanges(planned, kind.fields, store), extras: withExtras.extras },
  };
}

function toImportChanges<Imported extends object, Item extends { id: string; revision: number }>(
  { added, edited }: ImportPlan<Item, Imported>,
  fields: readonly string[],
  { orderedBy }: ItemStore<Item>,
): Omit<ImportChanges, "extras"> {
  return {
    added: added.map((item) => {
      const values = new Map<string, unknown>(Object.entries(item));
      return {
        id: item.id,
        time: String(values.get(orderedBy)),
        fields: Object.fromEntries(fields.map((field) => [field, values.get(field)])),
      };
    }),
    edited: edited.map(({ before: { id, revision }, changes }) => ({
      id,
      revision,
      changes: Object.fromEntries(Object.entries(changes)),
    })),
  };
}

function createReport<Item extends { id: string }>(
  { rows, added, sameNames }: Omit<ImportPlan<Item, unknown>, "edited">,
  dryRun: boolean,
): Omit<ImportReport, "unusedColumns" | "importId"> {
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
