/** A thing that is there, or that a row of this file adds. */
export interface Entry<Thing, Fields> {
  /** As it will be once the rows so far are stored. */
  thing: Thing;
  /** As it is stored; absent for one that this import adds. */
  stored?: Thing | undefined;
  changes: Partial<Fields>;
  /** The rows of this file that are about it, in order. */
  rows: number[];
  /** Under which keys it is found. */
  keys: readonly string[];
  /** Its place among all things of its name. */
  place: number;
}

/** Things of one name, found by what tells them apart, so that thousands of one name take no longer than others. */
export class Namesakes<Thing, Fields> {
  readonly entries: Entry<Thing, Fields>[] = [];
  /** Those that were there before. */
  readonly stored: Entry<Thing, Fields>[] = [];
  readonly #keysOf: (thing: Thing | Fields) => readonly string[];
  /** Sets, which keep their order, and lose one of thousands without looking at the others. */
  readonly #byKey = new Map<string, Set<Entry<Thing, Fields>>>();
  readonly #keysInFile: ReadonlySet<string | undefined>;
  #met: Entry<Thing, Fields> | undefined;
  #firstFree = 0;

  constructor(keysOf: (thing: Thing | Fields) => readonly string[], rows: readonly Fields[]) {
    this.#keysOf = keysOf;
    this.#keysInFile = new Set(rows.map((fields) => keysOf(fields)[0]));
  }

  add({ thing, stored }: Pick<Entry<Thing, Fields>, "thing" | "stored">): Entry<Thing, Fields> {
    const entry = { thing, stored, changes: {}, rows: [], keys: [], place: this.entries.length };
    this.entries.push(entry);
    if (stored !== undefined) this.stored.push(entry);
    this.index(entry);
    return entry;
  }

  /** Makes an entry known by the keys that it has now, and by no former ones. */
  index(entry: Entry<Thing, Fields>): void {
    const keys = this.#keysOf(entry.thing);
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

  /** Those that have this key, the one that has had it longest first. */
  with(key: string | undefined): Iterable<Entry<Thing, Fields>> {
    return (key === undefined ? undefined : this.#byKey.get(key)) ?? [];
  }

  /** The first of those that have this key. */
  firstWith(key: string | undefined): Entry<Thing, Fields> | undefined {
    const [first] = this.with(key);
    return first;
  }

  /** Notes that a row is about an entry. */
  meet(entry: Entry<Thing, Fields>, row: number): void {
    entry.rows.push(row);
    if (this.#met === undefined || entry.place < this.#met.place) this.#met = entry;
  }

  /** The first that a row of this file is about. */
  get met(): Entry<Thing, Fields> | undefined {
    return this.#met;
  }

  /** Whether neither a row so far nor, by its most telling key, any other of this file is about an entry. */
  isFree({ rows, keys }: Entry<Thing, Fields>): boolean {
    return rows.length === 0 && !this.#keysInFile.has(keys[0]);
  }

  /** The first that was there before and that no row is about. */
  get free(): Entry<Thing, Fields> | undefined {
    while (this.#firstFree < this.stored.length) {
      const entry = this.stored[this.#firstFree];
      if (entry && this.isFree(entry)) return entry;
      this.#firstFree += 1;
    }
    return undefined;
  }
}
