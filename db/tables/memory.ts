/** Mention aliases and links of items, verdicts on tools, briefs, and pages that people read without signing in. */
import type { Generated } from "kysely";

import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { LinkHow, LinkState } from "#shared/links/links.ts";
import type { Clearance, Ring, Stance } from "#shared/verdicts/rings.ts";

/** Alias of a tool. */
interface ToolAliasTable {
  toolId: string;
  /** Form for comparison: the finder's words in lower case. */
  folded: string;
  spelled: string;
  createdBy: string | null;
  createdAt: string;
  /** Import that added the alias, as written by `importKey`. */
  importedIn: string | null;
}

/**
 * Link between two items: a mention in a text, or one that a user added. No foreign keys, because both ends can be of
 * any kind.
 */
interface LinkTable {
  id: string;
  fromKind: ItemKind;
  fromId: string;
  toKind: ItemKind;
  toId: string;
  how: LinkHow;
  /** The mention as spelled in the text; null for a link added by a user. */
  spelled: string | null;
  /** Sentence that contains the mention. */
  excerpt: string | null;
  /** Text field that contains the mention; null for a link added by a user. */
  field: LinkField | null;
  /** Comment that contains the mention, for discussions. It may be deleted if it has replies. */
  commentId: string | null;
  state: LinkState;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Time when the mentioning item was published or last changed, or when the user linked them. */
  at: string;
  /**
   * Sort key of an article that was fetched for this tool after it was fetched for another one. Null for all other
   * links. The news of a tool are these articles and those with its `toolId`.
   */
  place: Generated<number | null>;
}

/** Usage counts of a one-word name in the team's texts, and users' match decisions. */
interface NameCountTable {
  folded: string;
  seen: number;
  /** Number of uses in lower case. */
  lower: number;
  right: Generated<number>;
  wrong: Generated<number>;
}

/** Items to be scanned for mentions. */
interface LinkQueueTable {
  kind: ItemKind;
  itemId: string;
}

/** Titles that are long enough to be matched in texts, by their first words. */
interface LongTitleTable {
  /** The first words in the finder's form. */
  head: string;
  kind: ItemKind;
  itemId: string;
}

/** Verdicts of the team about tools. A tool's highest revision is the current one. */
interface VerdictTable {
  id: string;
  toolId: string;
  /** Number of the tool's verdict, from 1. */
  revision: number;
  ring: Ring;
  reason: string;
  /** Data that the tool may receive; null if undecided. */
  clearance: Clearance | null;
  /** A day, as in 2026-11-24. */
  lookAgainOn: string | null;
  decidedBy: string | null;
  decidedAt: string;
  /** Version of the tool at that time. */
  toolVersion: string | null;
  /** Time when the team was asked to review the verdict. */
  askedAt: string | null;
  /** Import that added the verdict, as written by `importKey`. */
  importedIn: string | null;
}

interface VerdictEvidenceTable {
  verdictId: string;
  kind: ItemKind;
  itemId: string;
  stance: Stance;
}

interface VerdictVoteTable {
  toolId: string;
  userId: string;
  ring: Ring;
  note: string | null;
  votedAt: string;
  /** Import that added the evidence, as written by `importKey`. */
  importedIn: string | null;
}

interface BriefTable {
  id: string;
  /** First and last day of the period, as in 2026-11-22. */
  firstDay: string;
  lastDay: string;
  /** Headline, or empty. */
  title: string;
  note: string;
  /** JSON: the whole brief as published. */
  document: string;
  createdBy: string | null;
  publishedAt: string;
}

/** A person's choices for a brief that is not published. */
interface BriefDraftTable {
  userId: string;
  firstDay: string;
  lastDay: string;
  headline: string;
  note: string;
  /** JSON: ids of the omitted lines. */
  hidden: string;
  /** JSON: kinds of sections in their order. */
  sections: string;
  savedAt: string;
}

/** Pages for people without an account. `hash` is the SHA-256 of the secret in the address. */
interface SharedPageTable {
  id: string;
  /** Unique. */
  hash: string;
  kind: "radar" | "landscape" | "brief";
  /** Set for a brief. */
  briefId: string | null;
  title: string;
  /** 1 if the page names the people who decided, else 0. */
  showsNames: number;
  createdBy: string | null;
  createdAt: string;
}

export interface MemoryTables {
  tool_aliases: ToolAliasTable;
  links: LinkTable;
  name_counts: NameCountTable;
  link_queue: LinkQueueTable;
  long_titles: LongTitleTable;
  verdicts: VerdictTable;
  verdict_evidence: VerdictEvidenceTable;
  verdict_votes: VerdictVoteTable;
  briefs: BriefTable;
  brief_drafts: BriefDraftTable;
  shared_pages: SharedPageTable;
}
