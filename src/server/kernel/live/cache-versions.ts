import type { OpenDatabase } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Versions of database content, which show if derived data is still valid. */
export type CacheVersions = ReturnType<typeof createCacheVersions>;

const VERDICTS = ["verdicts", "users"] as const;
const NAMES = ["ai_tools", "tool_aliases"] as const;
const PEOPLE = ["users", "session", "api_tokens"] as const;

/**
 * Creates versions that count commits of this process and notifications of others' commits, per table if the database
 * supports it. Before a commit, others still read the old content. Data derived from that is valid until the commit,
 * but not after it.
 */
export function createCacheVersions(
  { readOthersChanges, markOfOwnWrites }: Pick<OpenDatabase, "readOthersChanges" | "markOfOwnWrites">,
  tablesOf: (kind: ItemKind) => readonly (keyof Schema)[],
) {
  const read = (tables?: readonly (keyof Schema)[]) =>
    `${markOfOwnWrites(tables)}-${readOthersChanges(tables)}`;
  return {
    /**
     * Returns a version of the items of this kind. It changes after every change by any process, and again after the
     * commit.
     */
    read: (kind: ItemKind) => read(tablesOf(kind)),
    /** The same for sessions and tokens. */
    readPeople: () => read(PEOPLE),
    readNamesOfPeople: () => read(["users"]),
    /** The same for verdicts on tools, with their authors. */
    readVerdicts: () => read(VERDICTS),
    /** The same for the names of tools. */
    readNames: () => read(NAMES),
    readNameCounts: () => read(["name_counts"]),
    readLongTitles: () => read(["long_titles"]),
    /** The same for all tables. */
    readAll: () => read(),
  };
}
