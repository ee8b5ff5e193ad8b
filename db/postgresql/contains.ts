import { type RawBuilder, sql } from "kysely";

interface CaseFolding {
  /** True if the server has ICU collations, which lower-case all of Unicode. */
  hasIcu: boolean;
}

/** Case-insensitive comparison of texts. */
export interface CaseInsensitive {
  lowerCase(text: RawBuilder<string>): RawBuilder<string>;
  contains(text: RawBuilder<string>, part: string): RawBuilder<boolean>;
  /** Expression that `contains` searches, for use in an index. */
  lowerForIndex(text: RawBuilder<string>): RawBuilder<string>;
}

/** Without ICU, upper and lower case follow the database's locale. */
export function caseInsensitive({ hasIcu }: CaseFolding): CaseInsensitive {
  const collation = hasIcu ? sql`collate "und-x-icu"` : sql`collate "default"`;
  const lower = (text: RawBuilder<string>) => sql<string>`lower((${text}) ${collation})`;
  return {
    lowerForIndex: lower,
    lowerCase: (text) => sql<string>`(${lower(text)} collate "C")`,
    contains: (text, part) =>
      sql<boolean>`${lower(text)} like ${hasIcu ? sql`${toPattern(part.toLowerCase())}` : lower(sql`${toPattern(part)}::text`)} escape '\\'`,
  };
}

/** Escapes wildcards, so that they match literally. */
const toPattern = (part: string): string => `%${part.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
