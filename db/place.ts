import type { Db } from "./open.ts";

/** So many items of one list can be of one millisecond; the next ones count as a millisecond later. */
const PLACES_PER_MS = 2048;

/** After every place: up to it the numbers of JavaScript are exact, and the year is 2109. */
export const LAST_PLACE = Number.MAX_SAFE_INTEGER;

/** The first place of a moment: whatever was published earlier has a lower one, whatever later a higher one. */
export const firstPlaceOf = (time: string): number => Math.max(0, Date.parse(time)) * PLACES_PER_MS;

/** Gives items of one list their places, in the order in which they come; no two get the same one. */
export class Places {
  readonly #db: Db;
  readonly #table: "news_articles" | "research_papers";
  readonly #given = new Set<number>();

  constructor(db: Db, table: "news_articles" | "research_papers") {
    this.#db = db;
    this.#table = table;
  }

  /** A place of this moment that no row has; call it within the transaction that stores the row. */
  async next(time: string): Promise<number> {
    for (let first = firstPlaceOf(time); ; first += PLACES_PER_MS) {
      const { highest } = await this.#db
        .selectFrom(this.#table)
        .select(({ fn }) => fn.max<number | null>("place").as("highest"))
        .where("place", ">=", first)
        .where("place", "<", first + PLACES_PER_MS)
        .executeTakeFirstOrThrow();
      let free = highest === null ? first : highest + 1;
      while (this.#given.has(free)) free += 1;
      if (free < first + PLACES_PER_MS) {
        this.#given.add(free);
        return free;
      }
    }
  }
}
