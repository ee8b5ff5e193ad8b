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
type ThingWith<Fields> = { id: string } & Record<keyof Fields, unknown>;

export interface ImportPlan<Thing, Fields> {
  rows: ImportedRow[];
  added: Thing[];
  edited: { before: Thing; changes: Partial<Fields> }[];
  /** Names with several rows that describe different items or were merged. */
  sameNames: SameName[];
}

/** Rules that differ between the imports of each kind. */
export interface PlanRules<Thing, Fields> {
  fields: readonly (keyof Fields)[];
  labels: Readonly<Record<keyof Fields, string>>;
  /** Returns the name. A row only matches items with the same name. */
  nameOf(thing: Thing | Fields): string;
  /** Fields that identify an item. Other spellings of them are not a change. */
  identity: readonly (keyof Fields)[];
  /** True if two values of a field are equal despite different spelling. */
  isSame?(field: keyof Fields, one: unknown, other: unknown): boolean;
  /** Returns keys that distinguish items of one name, such as their company, most specific first. */
  keysOf(thing: Thing | Fields): readonly string[];
  /** Returns the item of the same name that a row describes, if any. */
  find(namesakes: Namesakes<Thing, Fields>, fields: Fields): Entry<Thing, Fields> | undefined;
  now: Date;
  /** Creates the item that a row adds, at this time. */
  make(fields: Fields, time: string): Thing;
  /** True to leave existing items unchanged. */
  isAddingOnly: boolean;
  /** True if a user has decided that all rows of this name describe one item. */
  isMerged?(name: string): boolean;
}

/** Determines each row's effect on the existing items, in order. A later row sees the effects of earlier ones. */
export function planImport<Thing extends ThingWith<Fields>, Fields extends object>(
  read: readonly ReadRow<Fields>[],
  things: readonly Thing[],
  rules: PlanRules<Thing, Fields>,
): ImportPlan<Thing, Fields> {
  const nameOf = (thing: Thing | Fields) => foldName(rules.nameOf(thing));
  const inFile = Map.groupBy(
    read.flatMap(({ reading }) => (reading.ok ? [reading.fields] : [])),
    nameOf,
  );
  const byName = new Map<string, Namesakes<Thing, Fields>>();
  for (const [name, rows] of inFile) byName.set(name, new Namesakes<Thing, Fields>(rules.keysOf, rows));
  for (const thing of things) byName.get(nameOf(thing))?.add({ thing, stored: thing });

  const rows = read.map(({ name, reading }, index): ImportedRow => {
    const row = index + 1;
    if (!reading.ok) return { row, name, outcome: "wrong", id: null, message: reading.message, notes: [] };
    const namesakes = byName.get(nameOf(reading.fields)) ?? new Namesakes<Thing, Fields>(rules.keysOf, []);
    return { row, name, ...applyRow(namesakes, reading.fields, row, rules), notes: reading.notes };
  });
  const entries = [...byName.values()].flatMap((namesakes) => namesakes.entries);
  return {
    rows,
    added: entries.filter(({ stored }) => !stored).map(({ thing }) => thing),
    edited: entries.flatMap(({ stored, changes }) =>
      stored && Object.keys(changes).length > 0 ? [{ before: stored, changes }] : [],
    ),
    sameNames: sameNamesIn(byName.values(), rules),
  };
}

/** Returns rows of one name that describe several items, for the user's decision. */
function sameNamesIn<Thing extends ThingWith<Fields>, Fields extends object>(
  byName: Iterable<Namesakes<Thing, Fields>>,
  { nameOf, isMerged }: PlanRules<Thing, Fields>,
): SameName[] {
  if (!isMerged) return [];
  return [...byName].flatMap(({ entries }) => {
    const met = entries.filter((entry) => entry.rows.length > 0);
    const [first] = met;
    const rows = met.flatMap((entry) => entry.rows).toSorted((a, b) => a - b);
    if (!first || rows.length < 2) return [];
    const name = nameOf(first.thing);
    const merged = isMerged(name);
    return met.length > 1 || merged ? [{ name, rows, merged }] : [];
  });
}

function applyRow<Thing extends ThingWith<Fields>, Fields extends object>(
  namesakes: Namesakes<Thing, Fields>,
  fields: Fields,
  row: number,
  rules: PlanRules<Thing, Fields>,
): Pick<ImportedRow, "outcome" | "id" | "message"> {
  const isMerged = rules.isMerged?.(rules.nameOf(fields)) ?? false;
  const entry = (isMerged ? namesakes.met : undefined) ?? rules.find(namesakes, fields);
  if (!entry) {
    // A millisecond apart, so that the list, latest first, has the order of the file.
    const thing = rules.make(fields, new Date(rules.now.getTime() - row).toISOString());
    namesakes.meet(namesakes.add({ thing }), row);
    return { outcome: "created", id: thing.id, message: null };
  }
  const isRepeated = entry.rows.length > 0;
  namesakes.meet(entry, row);
  const { id } = entry.thing;
  if (rules.isAddingOnly) return { outcome: "skipped", id, message: "Already exists" };
  const changed = rules.fields.filter(
    (field) =>
      fields[field] !== undefined &&
      !rules.identity.includes(field) &&
      !isSameValue(fields[field], entry.thing[field]) &&
      rules.isSame?.(field, fields[field], entry.thing[field]) !== true &&
      // Among merged rows, the first nonempty value wins.
      !(isMerged && isRepeated && isSaid(entry.thing[field])),
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
  entry.thing = { ...entry.thing, ...changes };
  entry.changes = { ...entry.changes, ...changes };
  namesakes.index(entry);
  return {
    outcome: "updated",
    id,
    message: `Changes: ${changed.map((field) => rules.labels[field]).join(", ")}`,
  };
}

const isSaid = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
