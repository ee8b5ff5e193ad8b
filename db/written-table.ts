/** The table that a statement writes to; triggers and cascades write to others. */
const WRITTEN_TABLE =
  /^\s*(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/iu;

/** The table that a statement begins to write to; nothing for one that begins otherwise. */
export const writtenTableOf = (sql: string): string | undefined => WRITTEN_TABLE.exec(sql)?.[1];
