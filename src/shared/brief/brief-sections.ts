/** Sections of a brief, in default order. */
export const BRIEF_SECTIONS = [
  "decisions",
  "newTools",
  "news",
  "papers",
  "prompts",
  "discussions",
  "reviews",
] as const;
export type BriefSectionKind = (typeof BRIEF_SECTIONS)[number];

export const SECTION_TITLES: Readonly<Record<BriefSectionKind, string>> = {
  decisions: "Decisions",
  newTools: "New tools",
  news: "News by tool",
  papers: "Papers",
  prompts: "Prompts",
  discussions: "Discussions",
  reviews: "Reviews due",
};

/** Maximum lengths of a brief's texts, in characters, and number of lines in a section. */
export const BRIEF_LIMITS = { headline: 200, note: 4000, lines: 30, title: 300, text: 500 } as const;

/** Shown if a brief has no sections. */
export const NOTHING_HAPPENED = "Nothing happened in this period.";
