/** Matches the table that a statement writes to. Triggers and cascades may write to others. */
const WRITTEN_TABLE =
  /^\s*(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/iu;

/** Returns the table at the start of a write statement, undefined for other statements. */
export const writtenTableOf = (sql: string): string | undefined => WRITTEN_TABLE.exec(sql)?.[1];
