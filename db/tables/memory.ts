/** What items name each other by, and what the team decided about its tools. */
import type { Generated } from "kysely";

import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { LinkHow, LinkState } from "#shared/links/links.ts";
import type { Clearance, Ring, Stance } from "#shared/verdicts/rings.ts";

/** Another name by which a tool is known. */
export interface ToolAliasTable {
  toolId: string;
  /** How it is compared: the finder's words, in lower case. */
  folded: string;
  spelled: string;
  createdBy: string | null;
  createdAt: string;
  /** The import that brought it, as `importKey` writes it. */
  importedIn: string | null;
}

/** One item that names another, or that somebody has linked to it. No reference holds its ends, which are of any kind. */
export interface LinkTable {
  id: string;
  fromKind: ItemKind;
  fromId: string;
  toKind: ItemKind;
  toId: string;
  how: LinkHow;
  /** The name as it stands there; null for one that a person made. */
  spelled: string | null;
  /** The sentence around it. */
  excerpt: string | null;
  /** The field of the text it stands in; null for one that a person made. */
  field: LinkField | null;
  /** The comment that it stands in, of those of a discussion; that may be gone where people answered. */
  commentId: string | null;
  state: LinkState;
  decidedBy: string | null;
  decidedAt: string | null;
  /** When the item that names the other was published or last changed, or the person linked them. */
  at: string;
}

/** How a name of one word stands in the team's texts, and what people said of the places where it was found. */
export interface NameCountTable {
  folded: string;
  seen: number;
  /** How often all in lower case. */
  lower: number;
  right: Generated<number>;
  wrong: Generated<number>;
}

/** Items whose texts are to be read for names. */
export interface LinkQueueTable {
  kind: ItemKind;
  itemId: string;
}

/** Titles that are long enough to be searched for in texts, by how they begin. */
export interface LongTitleTable {
  /** The first words as the finder compares them. */
  head: string;
  kind: ItemKind;
  itemId: string;
}

/** What the team decided about a tool; the highest revision of a tool is what holds now. */
export interface VerdictTable {
  id: string;
  toolId: string;
  /** Counts the verdicts of a tool from 1. */
  revision: number;
  ring: Ring;
  reason: string;
  /** Which data the tool may be given; null where that is not decided. */
  clearance: Clearance | null;
  /** A day, as in 2026-11-24. */
  lookAgainOn: string | null;
  decidedBy: string | null;
  decidedAt: string;
  /** The version that the tool had. */
  toolVersion: string | null;
  /** When the team was asked to look again. */
  askedAt: string | null;
  /** The import that brought it, as `importKey` writes it. */
  importedIn: string | null;
}

export interface VerdictEvidenceTable {
  verdictId: string;
  kind: ItemKind;
  itemId: string;
  stance: Stance;
}

export interface VerdictVoteTable {
  toolId: string;
  userId: string;
  ring: Ring;
  note: string | null;
  votedAt: string;
  /** The import that brought it, as `importKey` writes it. */
  importedIn: string | null;
}
