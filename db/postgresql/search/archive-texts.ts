import { type RawBuilder, sql } from "kysely";

import type { TrigramIndex } from "../../engine.ts";

/** Texts with a trigram index, which finds any part of a word. */
export interface ArchiveTexts {
  table: "news_articles" | "research_papers";
  text: RawBuilder<string>;
  /** Filter for the rows of the table. */
  rows: RawBuilder<boolean>;
}

export const archiveTexts: Readonly<Record<TrigramIndex, ArchiveTexts>> = {
  paper_trigrams: {
    table: "research_papers",
    text: sql`"title" || chr(10) || "authors" || chr(10) || "abstract"`,
    rows: sql`true`,
  },
  story_trigrams: {
    table: "news_articles",
    text: sql`"title" || chr(10) || coalesce("content", '')`,
    rows: sql`"leadPlace" is null`,
  },
};
