import { type RawBuilder, sql } from "kysely";

/** Name of the SQL function that all our connections define. */
export const LOWER_CASE = "lower_case";

/** True if a text contains a part, ignoring case. */
export function contains(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  // SQLite's own function handles only ASCII. Ours handles other letters but is slower.
  if (/[^\p{ASCII}]/u.test(part)) {
    return sql<boolean>`instr(${sql.raw(LOWER_CASE)}(${text}), ${part.toLowerCase()}) > 0`;
  }
  // Escapes wildcards, so that they match literally.
  const pattern = `%${part.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
