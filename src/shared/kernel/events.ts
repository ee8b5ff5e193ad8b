import type { Ring } from "#shared/verdicts/rings.ts";

import type { ItemKey } from "./item-address.ts";

/**
 * Possible actions on an item. `restored`: restored after a deletion (detail: `deletion`), or to an old version
 * (detail: `from`). `purged`: permanently deleted. `asked-review`: the verdict on the tool is due for review.
 * `linked`: a person added or removed a link (detail: `other`, `change`), or answered a found one (detail: `other`,
 * `answer`). `rated`: a person rated a prompt in a tool (detail: `other`, `tool`, `stars`).
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
  "rated",
] as const;
export type EventVerb = (typeof EVENT_VERBS)[number];

/** Possible actions on a comment. */
export const COMMENT_CHANGES = ["added", "edited", "deleted", "restored", "purged"] as const;
export type CommentChange = (typeof COMMENT_CHANGES)[number];

/** Answers about a found link: right, wrong, or withdrawn ("found"). */
export const LINK_ANSWERS = ["found", "confirmed", "rejected"] as const;
export type LinkAnswer = (typeof LINK_ANSWERS)[number];

/** Additional data of an event in the activity log. Each field is set where it applies. */
export interface EventDetail {
  /** Names of the changed fields. */
  fields?: readonly string[] | undefined;
  /** Version of the item after the event. */
  revision?: number | undefined;
  /** Version that was restored. */
  from?: number | undefined;
  /** Deletion that was created, undone or made permanent. */
  deletion?: string | undefined;
  /** Import that it belongs to. */
  import?: string | undefined;
  comment?: string | undefined;
  /** Parent of a reply. */
  parentId?: string | null | undefined;
  /** Action on the comment, or whether a link was added or deleted. */
  change?: CommentChange | undefined;
  /** Item at the other end of the link. */
  other?: ItemKey | undefined;
  answer?: LinkAnswer | undefined;
  /** Number of comments or articles deleted with the item, or found. */
  comments?: number | undefined;
  articles?: number | undefined;
  /** Number of items that a run found. */
  count?: number | undefined;
  /** Rings before and after a verdict or vote. Null if there is none. */
  ringFrom?: Ring | null | undefined;
  ringTo?: Ring | null | undefined;
  /** True if the prompt is now offered as a skill. */
  isSkill?: boolean | undefined;
  /** Stars of a rating. Null if it was removed. */
  stars?: number | null | undefined;
  /** Name of the tool in which a prompt was rated, at that time. */
  tool?: string | undefined;
  /** Changed settings, if it is not about an item. The title names them. */
  setting?: string | undefined;
}
