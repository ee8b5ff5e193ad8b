import type { Ring } from "#shared/verdicts/rings.ts";

import type { ItemKey } from "./item-address.ts";

/**
 * What can be done to an item: `restored` is said of one that comes back after it was deleted (detail: `deletion`) and of
 * one that is again as an old version was (detail: `from`); `purged` of one that cannot come back any more. `asked-review`
 * is said of a tool whose verdict is to be looked at again, `linked` of an item that a person has linked to another or
 * no longer links to it (detail: `other`, `change`), and of one whose link was found and a person answered for (detail:
 * `other`, `answer`).
 */
export const EVENT_VERBS = [
  "added",
  "edited",
  "restored",
  "deleted",
  "purged",
  "commented",
  "fetched",
  "decided",
  "voted",
  "asked-review",
  "linked",
] as const;
export type EventVerb = (typeof EVENT_VERBS)[number];

/** What can be done to a comment. */
export const COMMENT_CHANGES = ["added", "edited", "deleted", "restored", "purged"] as const;
export type CommentChange = (typeof COMMENT_CHANGES)[number];

/** What people say of a link that was found: it is right, it is wrong, or, to take that back, that it was found. */
export const LINK_ANSWERS = ["found", "confirmed", "rejected"] as const;
export type LinkAnswer = (typeof LINK_ANSWERS)[number];

/** What the ledger keeps of an event besides who did what to which item; each part where it applies. */
export interface EventDetail {
  /** The names of the fields that changed. */
  fields?: readonly string[] | undefined;
  /** The version that the item has since. */
  revision?: number | undefined;
  /** The version that was restored. */
  from?: number | undefined;
  /** The deletion that was made, undone or made final. */
  deletion?: string | undefined;
  /** The import that it was part of. */
  import?: string | undefined;
  comment?: string | undefined;
  /** The comment that a comment replies to. */
  parentId?: string | null | undefined;
  /** What was done to the comment, or whether a link was added or deleted. */
  change?: CommentChange | undefined;
  /** What the item was linked to. */
  other?: ItemKey | undefined;
  answer?: LinkAnswer | undefined;
  /** How many went with what was deleted, or were found. */
  comments?: number | undefined;
  articles?: number | undefined;
  /** How many things a run found. */
  count?: number | undefined;
  /** The ring that a verdict or a vote replaced, and the one since; null where there is none. */
  ringFrom?: Ring | null | undefined;
  ringTo?: Ring | null | undefined;
  /** Whether the prompt is offered as a skill since. */
  isSkill?: boolean | undefined;
  /** The settings that were changed instead of an item; the title names them. */
  setting?: string | undefined;
}
