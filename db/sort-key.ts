import { sql } from "kysely";

import type { Db } from "./database.ts";
import { engineOf } from "./engine.ts";

/** Maximum number of a list's items in one millisecond. Further items get a time one millisecond later. */
const SORT_KEYS_PER_MS = 2048;

/** Upper bound of all sort keys. Numbers are exact up to this one, in the year 2109. */
export const MAX_SORT_KEY = Number.MAX_SAFE_INTEGER;

/** Returns the first sort key of a time. Earlier items have lower keys, later items higher ones. */
export const firstSortKeyOf = (time: string): number => Math.max(0, Date.parse(time)) * SORT_KEYS_PER_MS;

/** Assigns unique sort keys to items of a list, in order of arrival. */
export class SortKeys {
  readonly #db: Db;
  readonly #table: "news_articles" | "research_papers";
  readonly #assigned = new Set<number>();
  /** Highest stored sort key of each millisecond, by its first key; null if there is none. */
  readonly #highest = new Map<number, number | null>();

  constructor(db: Db, table: "news_articles" | "research_papers") {
    this.#db = db;
    this.#table = table;
  }

  /** Reads the stored keys of many times at once, so that `next` needs no query for each. */
  async lookUp(times: readonly string[]): Promise<void> {
    const firsts = [...new Set(times.map(firstSortKeyOf))];
    const requested = firsts.map((first) => ({ first }));
    const rows = await this.#db
      .selectFrom(engineOf(this.#db).rowsOf(requested, { first: "integer" }).as("moment"))
      .select("moment.first")
      .select(
        this.#db
          .selectFrom(this.#table)
          .select(({ fn }) => fn.max<number | null>("place").as("highest"))
          .where("place", ">=", sql.ref<number>("moment.first"))
          .where("place", "<", sql<number>`moment.first + ${sql.lit(SORT_KEYS_PER_MS)}`)
          .as("highest"),
      )
      .execute();
    for (const { first, highest } of rows) this.#highest.set(first, highest);
  }

  /** Reserves sort keys for rows that are stored later. */
  reserve(places: readonly number[]): void {
    for (const place of places) this.#assigned.add(place);
  }

  /** Returns an unused sort key for a time. Call it within the transaction that stores the row. */
  async next(time: string): Promise<number> {
    for (let first = firstSortKeyOf(time); ; first += SORT_KEYS_PER_MS) {
      const highest = this.#highest.has(first) ? this.#highest.get(first) : await this.#findHighest(first);
      let next = highest == null ? first : highest + 1;
      while (this.#assigned.has(next)) next += 1;
      if (next < first + SORT_KEYS_PER_MS) {
        this.#assigned.add(next);
        return next;
      }
    }
  }

  async #findHighest(first: number): Promise<number | null> {
    const { highest } = await this.#db
      .selectFrom(this.#table)
      .select(({ fn }) => fn.max<number | null>("place").as("highest"))
      .where("place", ">=", first)
      .where("place", "<", first + SORT_KEYS_PER_MS)
      .executeTakeFirstOrThrow();
    return highest;
  }
}
