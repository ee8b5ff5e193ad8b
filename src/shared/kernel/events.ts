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
