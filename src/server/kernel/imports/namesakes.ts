/** Existing item, or one added by a row of this file. */
export interface Entry<Item, Fields> {
  /** Item after the rows so far. */
  item: Item;
  /** Stored item; undefined if this import adds it. */
  stored?: Item | undefined;
  changes: Partial<Fields>;
  /** Rows of this file that describe it, in order. */
  rows: number[];
  /** Keys by which it is found. */
  keys: readonly string[];
  /** Position among all items of its name. */
  index: number;
}

/** Items of one name, indexed by their distinguishing keys, so that thousands of them cost no more than others. */
export class Namesakes<Item, Fields> {
  readonly entries: Entry<Item, Fields>[] = [];
  /** Items that existed before the import. */
  readonly stored: Entry<Item, Fields>[] = [];
  readonly #keysOf: (item: Item | Fields) => readonly string[];
  /** Sets, which preserve their order and delete an entry without a scan. */
  readonly #byKey = new Map<string, Set<Entry<Item, Fields>>>();
  readonly #keysInFile: ReadonlySet<string | undefined>;
  #met: Entry<Item, Fields> | undefined;
  #firstFree = 0;

  constructor(keysOf: (item: Item | Fields) => readonly string[], rows: readonly Fields[]) {
    this.#keysOf = keysOf;
    this.#keysInFile = new Set(rows.map((fields) => keysOf(fields)[0]));
  }

  add({ item, stored }: Pick<Entry<Item, Fields>, "item" | "stored">): Entry<Item, Fields> {
    const entry = { item, stored, changes: {}, rows: [], keys: [], index: this.entries.length };
    this.entries.push(entry);
    if (stored !== undefined) this.stored.push(entry);
    this.index(entry);
    return entry;
  }

  /** Indexes an entry by its current keys and removes its former ones. */
  index(entry: Entry<Item, Fields>): void {
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
  with(key: string | undefined): Iterable<Entry<Item, Fields>> {
    return (key === undefined ? undefined : this.#byKey.get(key)) ?? [];
  }

  /** Returns the oldest entry with this key. */
  firstWith(key: string | undefined): Entry<Item, Fields> | undefined {
    const [first] = this.with(key);
    return first;
  }

  /** Records that a row describes an entry. */
  meet(entry: Entry<Item, Fields>, row: number): void {
    entry.rows.push(row);
    if (this.#met === undefined || entry.index < this.#met.index) this.#met = entry;
  }

  /** First entry that a row of this file describes. */
  get met(): Entry<Item, Fields> | undefined {
    return this.#met;
  }

  /** True if no earlier row describes an entry, and no other row of the file has its most specific key. */
  isFree({ rows, keys }: Entry<Item, Fields>): boolean {
    return rows.length === 0 && !this.#keysInFile.has(keys[0]);
  }

  /** First existing entry that no row describes. */
  get free(): Entry<Item, Fields> | undefined {
    while (this.#firstFree < this.stored.length) {
      const entry = this.stored[this.#firstFree];
      if (entry && this.isFree(entry)) return entry;
      this.#firstFree += 1;
    }
    return undefined;
  }
}
