/** Placeholder for any table, for statements that don't begin with the table they write to. */
export const ANY_TABLE = "";

interface Listener {
  tables: ReadonlySet<string>;
  listen: () => void;
}

/** Tracks writes by table: from this process's commits and from the server's notifications. */
export class Commits {
  /** Number of commits by this process. */
  #own = 0;
  #heard = 0;
  readonly #ownOf = new Map<string, number>();
  readonly #heardOf = new Map<string, number>();
  /** Total number of notifications at the end of the last gap in listening. */
  #gap = 0;
  readonly #listeners: Listener[] = [];

  /** Number that grows with every commit of this process that wrote something. */
  get lastOwn(): number {
    return this.#own;
  }

  markOfOwn = (tables?: readonly string[]): string => String(latest(this.#ownOf, this.#own, tables));

  countHeard = (tables?: readonly string[]): number =>
    Math.max(this.#gap, latest(this.#heardOf, this.#heard, tables));

  onCommit = (tables: readonly string[], listen: () => void): void => {
    this.#listeners.push({ tables: new Set([...tables, ANY_TABLE]), listen });
  };

  /** Records a commit of this process. */
  noteOwn(tables: ReadonlySet<string>): void {
    if (tables.size === 0) return;
    this.#own += 1;
    for (const table of tables) this.#ownOf.set(table, this.#own);
    this.#notify((watched) => [...tables].some((table) => watched.has(table)));
  }

  /** Records a change notification for a table, from any process, including cascades. */
  noteHeard(table: string): void {
    this.#heard += 1;
    this.#heardOf.set(table, this.#heard);
    this.#notify((watched) => watched.has(table));
  }

  /** Records that anything may have changed during a gap in listening. */
  noteGap(): void {
    this.#heard += 1;
    this.#gap = this.#heard;
    this.#notify(() => true);
  }

  #notify(isMeant: (tables: ReadonlySet<string>) => boolean): void {
    for (const { tables, listen } of this.#listeners) if (isMeant(tables)) listen();
  }
}

function latest(counts: ReadonlyMap<string, number>, all: number, tables?: readonly string[]): number {
  return tables ? Math.max(0, ...[...tables, ANY_TABLE].map((table) => counts.get(table) ?? 0)) : all;
}
