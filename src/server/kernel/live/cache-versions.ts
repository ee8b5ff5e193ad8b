import type { OpenDatabase } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Tells whether what was derived from the database still holds. */
export interface CacheVersions {
  /** Differs after every change of an item of this kind, by this process or another, and again once that is committed. */
  read(kind: ItemKind): string;
  /** The same for who is signed in, by a session or a token. */
  readPeople(): string;
  /** The same for the names of people. */
  readNamesOfPeople(): string;
  /** The same for the verdicts on tools, with the people who decided. */
  readVerdicts(): string;
  /** The same for what texts are read for: the tools, their other names, and what is known of names. */
  readNames(): string;
  /** The same for the titles that texts are searched for. */
  readLongTitles(): string;
  /** The same for anything at all. */
  readAll(): string;
}

/** The tables that hold what is shown of the items of a kind. */
const TABLES: Record<ItemKind, readonly (keyof Schema)[]> = {
  tool: ["ai_tools"],
  article: ["news_articles"],
  paper: ["research_papers"],
  prompt: ["prompts", "prompt_names"],
  reading: ["readings", "comments"],
};
const VERDICTS = ["verdicts", "users"] as const;
const NAMES = ["ai_tools", "tool_aliases", "name_counts"] as const;
const PEOPLE = ["users", "session", "api_tokens"] as const;

/**
 * Marks that count what this process commits, and what it hears that others have committed: per table if the database
 * can tell tables apart. Until a change is committed, others still read what was there before: what they derive from that
 * holds until the commit, but not after it.
 */
export function createCacheVersions({
  readOthersChanges,
  markOfOwnWrites,
}: Pick<OpenDatabase, "readOthersChanges" | "markOfOwnWrites">): CacheVersions {
  const read = (tables?: readonly (keyof Schema)[]) =>
    `${markOfOwnWrites(tables)}-${readOthersChanges(tables)}`;
  return {
    read: (kind) => read(TABLES[kind]),
    readPeople: () => read(PEOPLE),
    readNamesOfPeople: () => read(["users"]),
    readVerdicts: () => read(VERDICTS),
    readNames: () => read(NAMES),
    readLongTitles: () => read(["long_titles"]),
    readAll: () => read(),
  };
}
