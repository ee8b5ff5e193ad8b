import { sql } from "kysely";

import type { Db } from "./database.ts";
import { engineOf } from "./engine.ts";

/** So many items of one list can be of one millisecond; the next ones count as a millisecond later. */
const SORT_KEYS_PER_MS = 2048;

/** After every place: up to it the numbers of JavaScript are exact, and the year is 2109. */
export const MAX_SORT_KEY = Number.MAX_SAFE_INTEGER;

/** The first place of a moment: whatever was published earlier has a lower one, whatever later a higher one. */
export const firstSortKeyOf = (time: string): number => Math.max(0, Date.parse(time)) * SORT_KEYS_PER_MS;

/** Gives items of one list their places, in the order in which they come; no two get the same one. */
export class SortKeys {
  readonly #db: Db;
  readonly #table: "news_articles" | "research_papers";
  readonly #given = new Set<number>();
  /** The highest place that is stored of a moment, by the first place of it; null where there is none. */
  readonly #highest = new Map<number, number | null>();

  constructor(db: Db, table: "news_articles" | "research_papers") {
    this.#db = db;
    this.#table = table;
  }

  /** Asks at once for what is stored of many moments, so that `next` need not for each of them. */
  async lookUp(times: readonly string[]): Promise<void> {
    const firsts = [...new Set(times.map(firstSortKeyOf))];
    const moments = firsts.map((first) => ({ first }));
    const rows = await this.#db
      .selectFrom(engineOf(this.#db).rowsOf(moments, { first: "integer" }).as("moment"))
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

  /** Takes these places for rows that are stored later. */
  reserve(places: readonly number[]): void {
    for (const place of places) this.#given.add(place);
  }

  /** A place of this moment that no row has; call it within the transaction that stores the row. */
  async next(time: string): Promise<number> {
    for (let first = firstSortKeyOf(time); ; first += SORT_KEYS_PER_MS) {
      const highest = this.#highest.has(first) ? this.#highest.get(first) : await this.#findHighest(first);
      let free = highest == null ? first : highest + 1;
      while (this.#given.has(free)) free += 1;
      if (free < first + SORT_KEYS_PER_MS) {
        this.#given.add(free);
        return free;
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
