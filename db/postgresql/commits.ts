/** Stands for any table, where a statement does not begin with the one that it writes to. */
export const ANY_TABLE = "";

interface Listener {
  tables: ReadonlySet<string>;
  listen: () => void;
}

/** Which tables were written to: by this process as it commits, and by anybody as the server tells of it. */
export class Commits {
  /** Counts commits as they follow one another. */
  #own = 0;
  #heard = 0;
  readonly #ownOf = new Map<string, number>();
  readonly #heardOf = new Map<string, number>();
  /** What was heard in all when nobody had listened for a while. */
  #gap = 0;
  readonly #listeners: Listener[] = [];

  /** Grows with every commit of this process that wrote something. */
  get lastOwn(): number {
    return this.#own;
  }

  markOfOwn = (tables?: readonly string[]): string => String(latest(this.#ownOf, this.#own, tables));

  countHeard = (tables?: readonly string[]): number =>
    Math.max(this.#gap, latest(this.#heardOf, this.#heard, tables));

  onCommit = (tables: readonly string[], listen: () => void): void => {
    this.#listeners.push({ tables: new Set([...tables, ANY_TABLE]), listen });
  };

  /** Notes a commit of this process. */
  noteOwn(tables: ReadonlySet<string>): void {
    if (tables.size === 0) return;
    this.#own += 1;
    for (const table of tables) this.#ownOf.set(table, this.#own);
    this.#tell((watched) => [...tables].some((table) => watched.has(table)));
  }

  /** Notes that the server told of a change of a table: by another process, or by this one, cascades included. */
  noteHeard(table: string): void {
    this.#heard += 1;
    this.#heardOf.set(table, this.#heard);
    this.#tell((watched) => watched.has(table));
  }

  /** Notes that anything may have changed, since nobody listened for a while. */
  noteGap(): void {
    this.#heard += 1;
    this.#gap = this.#heard;
    this.#tell(() => true);
  }

  #tell(isMeant: (tables: ReadonlySet<string>) => boolean): void {
    for (const { tables, listen } of this.#listeners) if (isMeant(tables)) listen();
  }
}

function latest(counts: ReadonlyMap<string, number>, all: number, tables?: readonly string[]): number {
  return tables ? Math.max(0, ...[...tables, ANY_TABLE].map((table) => counts.get(table) ?? 0)) : all;
}
