import { type RawBuilder, sql } from "kysely";

export interface CaseFolding {
  /** Whether the server has the collations of ICU, whose lower case is that of all of Unicode. */
  hasIcu: boolean;
}

/** How texts are compared whatever their case. */
export interface CaseInsensitive {
  lowerCase(text: RawBuilder<string>): RawBuilder<string>;
  contains(text: RawBuilder<string>, part: string): RawBuilder<boolean>;
  /** What `contains` looks into, as an index is to be made of it. */
  lowerForIndex(text: RawBuilder<string>): RawBuilder<string>;
}

/** Where there is no ICU, letters have the cases that the database's own locale gives them. */
export function caseInsensitive({ hasIcu }: CaseFolding): CaseInsensitive {
  const collation = hasIcu ? sql`collate "und-x-icu"` : sql`collate "default"`;
  const lower = (text: RawBuilder<string>) => sql<string>`lower((${text}) ${collation})`;
  return {
    lowerForIndex: lower,
    lowerCase: (text) => sql<string>`(${lower(text)} collate "C")`,
    contains: (text, part) =>
      sql<boolean>`${lower(text)} like ${hasIcu ? sql`${patternOf(part.toLowerCase())}` : lower(sql`${patternOf(part)}::text`)} escape '\\'`,
  };
}

/** The wildcards in it stand for themselves. */
const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
