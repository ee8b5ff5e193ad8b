/** A name under which something may be mentioned: a tool's own, one of its other names, a title. */
export interface Name {
  /** Whatever stands for the thing that has the name, mostly its reference. Several names may have the same. */
  target: string;
  name: string;
  /** Of a tool, its maker and its address: where they stand in a text, an ambiguous name means the tool. */
  company?: string | null;
  url?: string | null;
}

/** How a name was met in the team's texts, and what people said of the links that were made of it. */
export interface NameCount {
  /** How often it stood in a text, and how often all in lower case. */
  seen: number;
  lower: number;
  /** How often people confirmed such a link, and how often they rejected it. */
  right: number;
  wrong: number;
}

/** What is known of a name; its words in lower case, parted by single spaces (`foldName`). */
export type CountOf = (folded: string) => NameCount | undefined;

/**
 * Why a name is taken to be meant: it has several words, or marks such as those of C++; it is one word that means nothing
 * else in the team's texts; or it is an ambiguous one in its own spelling, beside a word such as "app" or in a list with
 * names that are meant, or in a text that has the tool's maker, its host or another of its names in it, that is about AI, or
 * that shows elsewhere that it is meant.
 */
export type MentionReason =
  | "several-words"
  | "marks"
  | "plain"
  | "context-word"
  | "company"
  | "host"
  | "other-name"
  | "about-ai"
  | "in-list"
  | "meant-elsewhere";

/** Why it is not: it is an everyday word too and nothing shows that it is meant, or people found it wrong too often. */
export type HiddenReason = "ambiguous" | "persons-only";

/** Where a name stands in a text: from one place to the one behind it, spelled as it is there. */
export interface NameMatch {
  target: string;
  start: number;
  end: number;
  spelled: string;
}

export interface Mention extends NameMatch {
  reason: MentionReason;
}

export interface HiddenMention extends NameMatch {
  hidden: HiddenReason;
}

/** What a text names, in the order of the text. */
export interface FoundMentions {
  mentions: Mention[];
  hidden: HiddenMention[];
}

export interface NameFinder {
  find: (text: string) => FoundMentions;
}

/** So much of a text is read. */
export const MAX_READ = 20_000;
