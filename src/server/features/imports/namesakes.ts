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
}

/** Things of one name, found by what tells them apart, so that a thousand of one name take no longer than others. */
export class Namesakes<Thing, Fields> {
  readonly entries: Entry<Thing, Fields>[] = [];
  /** Those that were there before. */
  readonly stored: Entry<Thing, Fields>[] = [];
  readonly #keysOf: (thing: Thing | Fields) => readonly string[];
  readonly #byKey = new Map<string, Entry<Thing, Fields>[]>();
  readonly #keysInFile: ReadonlySet<string | undefined>;
  #firstFree = 0;

  constructor(keysOf: (thing: Thing | Fields) => readonly string[], rows: readonly Fields[]) {
    this.#keysOf = keysOf;
    this.#keysInFile = new Set(rows.map((fields) => keysOf(fields)[0]));
  }

  add({ thing, stored }: Pick<Entry<Thing, Fields>, "thing" | "stored">): Entry<Thing, Fields> {
    const entry = { thing, stored, changes: {}, rows: [], keys: [] };
    this.entries.push(entry);
    if (stored !== undefined) this.stored.push(entry);
    this.index(entry);
    return entry;
  }

  /** Makes an entry known by the keys that it has now, and by no former ones. */
  index(entry: Entry<Thing, Fields>): void {
    const keys = this.#keysOf(entry.thing);
    for (const key of entry.keys.filter((former) => !keys.includes(former))) {
      this.#byKey.set(
        key,
        this.with(key).filter((other) => other !== entry),
      );
    }
    for (const key of keys.filter((added) => !entry.keys.includes(added))) {
      const known = this.#byKey.get(key);
      if (known) known.push(entry);
      else this.#byKey.set(key, [entry]);
    }
    entry.keys = keys;
  }

  with(key: string | undefined): readonly Entry<Thing, Fields>[] {
    return (key === undefined ? undefined : this.#byKey.get(key)) ?? [];
  }

  /** The first that a row of this file is about. */
  get met(): Entry<Thing, Fields> | undefined {
    return this.entries.find(({ rows }) => rows.length > 0);
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
