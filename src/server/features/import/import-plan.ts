import type { ImportedRow } from "#shared/import-request.ts";
import type { RowReading } from "#shared/import-row.ts";
import { foldName } from "#shared/text.ts";

/** A row of the file and what it says. */
export interface ReadRow<Fields> {
  name: string | null;
  reading: RowReading<Fields>;
}

/** A thing of the kind that rows with these fields are about. */
type ThingWith<Fields> = { id: string } & Record<keyof Fields, unknown>;

/** A thing that is there, or that a row of this file adds. */
export interface Entry<Thing, Fields> {
  /** As it will be once the rows so far are stored. */
  thing: Thing;
  /** As it is stored; absent for one that this import adds. */
  stored?: Thing;
  changes: Partial<Fields>;
  /** A row of this file is about it already. */
  isMet: boolean;
}

export interface ImportPlan<Thing, Fields> {
  rows: ImportedRow[];
  added: Thing[];
  edited: { before: Thing; changes: Partial<Fields> }[];
}

/** What differs between the imports of one kind of thing and another. */
export interface PlanRules<Thing, Fields> {
  fields: readonly (keyof Fields)[];
  /** The fields as people know them. */
  labels: Readonly<Record<keyof Fields, string>>;
  /** Things of other names than a row's are never what it is about. */
  nameOf(thing: Thing | Fields): string;
  /** The fields that make a thing the same one: another spelling of them is no difference. */
  identity: readonly (keyof Fields)[];
  /** Which of the things of its name a row is about, if any. */
  find(namesakes: readonly Entry<Thing, Fields>[], fields: Fields): Entry<Thing, Fields> | undefined;
  now: Date;
  /** Makes the thing that a row adds, at this time. */
  make(fields: Fields, time: string): Thing;
  /** Leaves things that are there as they are. */
  isAddingOnly: boolean;
}

/** Decides for every row, in order, what it does to the things that are there; a later row sees what earlier ones did. */
export function planImport<Thing extends ThingWith<Fields>, Fields extends object>(
  read: readonly ReadRow<Fields>[],
  things: readonly Thing[],
  rules: PlanRules<Thing, Fields>,
): ImportPlan<Thing, Fields> {
  const byName = Map.groupBy(
    things.map((thing): Entry<Thing, Fields> => ({ thing, stored: thing, changes: {}, isMet: false })),
    ({ thing }) => foldName(rules.nameOf(thing)),
  );
  const rows = read.map(({ name, reading }, index): ImportedRow => {
    const row = index + 1;
    if (!reading.ok) return { row, name, outcome: "wrong", id: null, message: reading.message, notes: [] };
    return { row, name, ...applyRow(byName, reading.fields, row, rules), notes: reading.notes };
  });
  const entries = [...byName.values()].flat();
  return {
    rows,
    added: entries.filter(({ stored }) => !stored).map(({ thing }) => thing),
    edited: entries.flatMap(({ stored, changes }) =>
      stored && Object.keys(changes).length > 0 ? [{ before: stored, changes }] : [],
    ),
  };
}

function applyRow<Thing extends ThingWith<Fields>, Fields extends object>(
  byName: Map<string, Entry<Thing, Fields>[]>,
  fields: Fields,
  row: number,
  { fields: allFields, labels, nameOf, identity, find, now, make, isAddingOnly }: PlanRules<Thing, Fields>,
): Pick<ImportedRow, "outcome" | "id" | "message"> {
  const name = foldName(nameOf(fields));
  const namesakes = byName.get(name) ?? [];
  const entry = find(namesakes, fields);
  if (!entry) {
    // A millisecond apart, so that the list, latest first, keeps the order of the file.
    const thing = make(fields, new Date(now.getTime() - row).toISOString());
    byName.set(name, [...namesakes, { thing, changes: {}, isMet: true }]);
    return { outcome: "created", id: thing.id, message: null };
  }
  entry.isMet = true;
  const { id } = entry.thing;
  if (isAddingOnly) return { outcome: "skipped", id, message: "Already there" };
  const differs = (field: keyof Fields) =>
    fields[field] !== undefined && JSON.stringify(fields[field]) !== JSON.stringify(entry.thing[field]);
  const changed = allFields.filter((field) => !identity.includes(field) && differs(field));
  if (changed.length === 0) return { outcome: "skipped", id, message: "Nothing to change" };
  const changes: Partial<Fields> = {};
  for (const field of changed) changes[field] = fields[field];
  entry.thing = { ...entry.thing, ...changes };
  entry.changes = { ...entry.changes, ...changes };
  return { outcome: "updated", id, message: `Changes: ${changed.map((field) => labels[field]).join(", ")}` };
}
