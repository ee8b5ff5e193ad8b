import type { ImportedRow, SameName } from "#shared/imports/request.ts";
import type { RowReading } from "#shared/imports/row.ts";
import { foldName, isSameValue } from "#shared/kernel/text-rules.ts";

/** Existing item, or one added by a row of this file. */
export interface PlannedItem<Item, Fields> {
  /** State of the item after the rows so far. */
  item: Item;
  /** Stored item; undefined if this import adds it. */
  stored?: Item | undefined;
  changes: Partial<Fields>;
  /** Rows of this file that describe it, in order. */
  rows: number[];
  /** Keys under which it is indexed. */
  keys: readonly string[];
  /** Position among the items with its name. */
  index: number;
}

/**
 * Items with the same name, indexed by their distinguishing keys, so that matching stays fast for thousands of them.
 */
export class Namesakes<Item, Fields> {
  readonly entries: PlannedItem<Item, Fields>[] = [];
  /** Items that existed before the import. */
  readonly stored: PlannedItem<Item, Fields>[] = [];
  readonly #keysOf: (item: Item | Fields) => readonly string[];
  /** Sets preserve the order and delete an entry without a scan. */
  readonly #byKey = new Map<string, Set<PlannedItem<Item, Fields>>>();
  readonly #keysInFile: ReadonlySet<string | undefined>;
  #firstDescribed: PlannedItem<Item, Fields> | undefined;
  #firstCandidate = 0;

  constructor(keysOf: (item: Item | Fields) => readonly string[], rows: readonly Fields[]) {
    this.#keysOf = keysOf;
    this.#keysInFile = new Set(rows.map((fields) => keysOf(fields)[0]));
  }

  add({ item, stored }: Pick<PlannedItem<Item, Fields>, "item" | "stored">): PlannedItem<Item, Fields> {
    const entry = { item, stored, changes: {}, rows: [], keys: [], index: this.entries.length };
    this.entries.push(entry);
    if (stored !== undefined) this.stored.push(entry);
    this.index(entry);
    return entry;
  }

  /** Indexes an entry by its current keys and removes its former ones. */
  index(entry: PlannedItem<Item, Fields>): void {
    const keys = this.#keysOf(entry.item);
    for (const key of entry.keys.filter((former) => !keys.includes(former))) {
      this.#byKey.get(key)?.delete(entry);
    }
    for (const key of keys.filter((added) => !entry.keys.includes(added))) {
      const known = this.#byKey.get(key);
      if (known) known.add(entry);
      else this.#byKey.set(key, new Set([entry]));
    }
    entry.keys = keys;
  }

  /** Returns the entries with this key, oldest first. */
  withKey(key: string | undefined): Iterable<PlannedItem<Item, Fields>> {
    return (key === undefined ? undefined : this.#byKey.get(key)) ?? [];
  }

  /** Returns the oldest entry with this key. */
  firstWithKey(key: string | undefined): PlannedItem<Item, Fields> | undefined {
    const [first] = this.withKey(key);
    return first;
  }

  /** Records that a row describes an entry. */
  recordRow(entry: PlannedItem<Item, Fields>, row: number): void {
    entry.rows.push(row);
    if (this.#firstDescribed === undefined || entry.index < this.#firstDescribed.index)
      this.#firstDescribed = entry;
  }

  /** First entry that a row of this file describes. */
  get firstDescribed(): PlannedItem<Item, Fields> | undefined {
    return this.#firstDescribed;
  }

  /** True if no earlier row describes an entry, and no other row of the file has its most specific key. */
  isUnmatched({ rows, keys }: PlannedItem<Item, Fields>): boolean {
    return rows.length === 0 && !this.#keysInFile.has(keys[0]);
  }

  /** First existing entry that no row describes. */
  get firstUnmatched(): PlannedItem<Item, Fields> | undefined {
    while (this.#firstCandidate < this.stored.length) {
      const entry = this.stored[this.#firstCandidate];
      if (entry && this.isUnmatched(entry)) return entry;
      this.#firstCandidate += 1;
    }
    return undefined;
  }
}

/** Parsed row of the file. */
export interface ReadRow<Fields> {
  name: string | null;
  reading: RowReading<Fields>;
}

/** Item with an id and these fields. */
type ItemWith<Fields> = { id: string } & Record<keyof Fields, unknown>;

export interface ImportPlan<Item, Fields> {
  rows: ImportedRow[];
  added: Item[];
  edited: { before: Item; changes: Partial<Fields> }[];
  /** Names with several rows that describe different items or were merged. */
  sameNames: SameName[];
}

/** Import rules of one kind of item. */
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
  /** Returns the item that a row describes, among the items with its name. Undefined if there is none. */
  find(namesakes: Namesakes<Item, Fields>, fields: Fields): PlannedItem<Item, Fields> | undefined;
  now: Date;
  /** Creates the item that a row adds, at this time. */
  createItem(fields: Fields, time: string): Item;
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
  const fieldsByName = Map.groupBy(
    read.flatMap(({ reading }) => (reading.ok ? [reading.fields] : [])),
    nameOf,
  );
  const byName = new Map<string, Namesakes<Item, Fields>>();
  for (const [name, rows] of fieldsByName) byName.set(name, new Namesakes<Item, Fields>(rules.keysOf, rows));
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

/** Returns the names for which several rows describe different items, so that the user can decide to merge them. */
function sameNamesIn<Item extends ItemWith<Fields>, Fields extends object>(
  byName: Iterable<Namesakes<Item, Fields>>,
  { nameOf, isMerged }: PlanRules<Item, Fields>,
): SameName[] {
  if (!isMerged) return [];
  return [...byName].flatMap(({ entries }) => {
    const described = entries.filter((entry) => entry.rows.length > 0);
    const [first] = described;
    const rows = described.flatMap((entry) => entry.rows).toSorted((a, b) => a - b);
    if (!first || rows.length < 2) return [];
    const name = nameOf(first.item);
    const merged = isMerged(name);
    return described.length > 1 || merged ? [{ name, rows, merged }] : [];
  });
}

function applyRow<Item extends ItemWith<Fields>, Fields extends object>(
  namesakes: Namesakes<Item, Fields>,
  fields: Fields,
  row: number,
  rules: PlanRules<Item, Fields>,
): Pick<ImportedRow, "outcome" | "id" | "message"> {
  const isMerged = rules.isMerged?.(rules.nameOf(fields)) ?? false;
  const entry = (isMerged ? namesakes.firstDescribed : undefined) ?? rules.find(namesakes, fields);
  if (!entry) {
    // A millisecond apart, so that the list, latest first, has the order of the file.
    const item = rules.createItem(fields, new Date(rules.now.getTime() - row).toISOString());
    namesakes.recordRow(namesakes.add({ item }), row);
    return { outcome: "created", id: item.id, message: null };
  }
  const isRepeated = entry.rows.length > 0;
  namesakes.recordRow(entry, row);
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
