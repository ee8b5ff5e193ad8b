import { type RawBuilder, sql } from "kysely";

/** The name of the function in SQL, which every connection of ours knows. */
export const LOWER_CASE = "lower_case";

/** Whether a text holds another one, whatever the case of either. */
export function contains(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  // SQLite itself knows the two cases of ASCII letters only; for others it is told, which takes longer.
  if (/[^\p{ASCII}]/u.test(part)) {
    return sql<boolean>`instr(${sql.raw(LOWER_CASE)}(${text}), ${part.toLowerCase()}) > 0`;
  }
  // The wildcards in it stand for themselves.
  const pattern = `%${part.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
