import type { ImportedRow, SameName } from "#shared/imports/request.ts";
import type { RowReading } from "#shared/imports/row.ts";
import { foldName, isSameValue } from "#shared/kernel/text-rules.ts";

import { type Entry, Namesakes } from "./namesakes.ts";

/** Parsed row of the file. */
export interface ReadRow<Fields> {
  name: string | null;
  reading: RowReading<Fields>;
}

/** Item of the kind that rows with these fields describe. */
type ItemWith<Fields> = { id: string } & Record<keyof Fields, unknown>;

export interface ImportPlan<Item, Fields> {
  rows: ImportedRow[];
  added: Item[];
  edited: { before: Item; changes: Partial<Fields> }[];
  /** Names with several rows that describe different items or were merged. */
  sameNames: SameName[];
}

/** Rules that differ between the imports of each kind. */
export interface PlanRules<Item, Fields> {
  fields: readonly (keyof Fields)[];
  labels: Readonly<Record<keyof Fields, string>>;
  /** Returns the name. A row only matches items with the same name. */
  nameOf(item: Item | Fields): string;
  /** Fields that identify an item. Other spellings of them are not a change. */
  identity: readonly (keyof Fields)[];
  /** True if two values of a field are equal despite different spelling. */
  isSame?(field: keyof Fields, one: unknown, other: unknown): boolean;
  /** Returns keys that distinguish items of one name, such as their company, most specific first. */
  keysOf(item: Item | Fields): readonly string[];
  /** Returns the item of the same name that a row describes, if any. */
  find(namesakes: Namesakes<Item, Fields>, fields: Fields): Entry<Item, Fields> | undefined;
  now: Date;
  /** Creates the item that a row adds, at this time. */
  make(fields: Fields, time: string): Item;
  /** True to leave existing items unchanged. */
  isAddingOnly: boolean;
  /** True if a user has decided that all rows of this name describe one item. */
  isMerged?(name: string): boolean;
}

/** Determines each row's effect on the existing items, in order. A later row sees the effects of earlier ones. */
export function planImport<Item extends ItemWith<Fields>, Fields extends object>(
  read: readonly ReadRow<Fields>[],
  items: readonly Item[],
  rules: PlanRules<Item, Fields>,
): ImportPlan<Item, Fields> {
  const nameOf = (item: Item | Fields) => foldName(rules.nameOf(item));
  const inFile = Map.groupBy(
    read.flatMap(({ reading }) => (reading.ok ? [reading.fields] : [])),
    nameOf,
  );
  const byName = new Map<string, Namesakes<Item, Fields>>();
  for (const [name, rows] of inFile) byName.set(name, new Namesakes<Item, Fields>(rules.keysOf, rows));
  for (const item of items) byName.get(nameOf(item))?.add({ item, stored: item });

  const rows = read.map(({ name, reading }, index): ImportedRow => {
    const row = index + 1;
    if (!reading.ok) return { row, name, outcome: "wrong", id: null, message: reading.message, notes: [] };
    const namesakes = byName.get(nameOf(reading.fields)) ?? new Namesakes<Item, Fields>(rules.keysOf, []);
    return { row, name, ...applyRow(namesakes, reading.fields, row, rules), notes: reading.notes };
  });
  const entries = [...byName.values()].flatMap((namesakes) => namesakes.entries);
  return {
    rows,
    added: entries.filter(({ stored }) => !stored).map(({ item }) => item),
    edited: entries.flatMap(({ stored, changes }) =>
      stored && Object.keys(changes).length > 0 ? [{ before: stored, changes }] : [],
    ),
    sameNames: sameNamesIn(byName.values(), rules),
  };
}

/** Returns rows of one name that describe several items, for the user's decision. */
function sameNamesIn<Item extends ItemWith<Fields>, Fields extends object>(
  byName: Iterable<Namesakes<Item, Fields>>,
  { nameOf, isMerged }: PlanRules<Item, Fields>,
): SameName[] {
  if (!isMerged) return [];
  return [...byName].flatMap(({ entries }) => {
    const met = entries.filter((entry) => entry.rows.length > 0);
    const [first] = met;
    const rows = met.flatMap((entry) => entry.rows).toSorted((a, b) => a - b);
    if (!first || rows.length < 2) return [];
    const name = nameOf(first.item);
    const merged = isMerged(name);
    return met.length > 1 || merged ? [{ name, rows, merged }] : [];
  });
}

function applyRow<Item extends ItemWith<Fields>, Fields extends object>(
  namesakes: Namesakes<Item, Fields>,
  fields: Fields,
  row: number,
  rules: PlanRules<Item, Fields>,
): Pick<ImportedRow, "outcome" | "id" | "message"> {
  const isMerged = rules.isMerged?.(rules.nameOf(fields)) ?? false;
  const entry = (isMerged ? namesakes.met : undefined) ?? rules.find(namesakes, fields);
  if (!entry) {
    // A millisecond apart, so that the list, latest first, has the order of the file.
    const item = rules.make(fields, new Date(rules.now.getTime() - row).toISOString());
    namesakes.meet(namesakes.add({ item }), row);
    return { outcome: "created", id: item.id, message: null };
  }
  const isRepeated = entry.rows.length > 0;
  namesakes.meet(entry, row);
  const { id } = entry.item;
  if (rules.isAddingOnly) return { outcome: "skipped", id, message: "Already exists" };
  const changed = rules.fields.filter(
    (field) =>
      fields[field] !== undefined &&
      !rules.identity.includes(field) &&
      !isSameValue(fields[field], entry.item[field]) &&
      rules.isSame?.(field, fields[field], entry.item[field]) !== true &&
      // Among merged rows, the first nonempty value wins.
      !(isMerged && isRepeated && hasValue(entry.item[field])),
  );
  if (changed.length === 0) {
    return {
      outcome: "skipped",
      id,
      message: isRepeated ? "Same as an earlier row" : "No changes",
    };
  }
  const changes: Partial<Fields> = {};
  for (const field of changed) changes[field] = fields[field];
  entry.item = { ...entry.item, ...changes };
  entry.changes = { ...entry.changes, ...changes };
  namesakes.index(entry);
  return {
    outcome: "updated",
    id,
    message: `Changes: ${changed.map((field) => rules.labels[field]).join(", ")}`,
  };
}

const hasValue = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
