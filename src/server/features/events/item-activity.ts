import type { CommentChange, EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { EventDetail, LedgerEvent } from "#shared/kernel/ledger.ts";

/** Event with its author's id. Null for StackLoop itself. */
export interface DigestEvent extends Omit<LedgerEvent, "actor" | "detail"> {
  actorId: string | null;
  detail: EventDetail;
}

/** Other people's activity on one item, in order. */
export interface ItemActivity {
  kind: ItemKind;
  itemId: string;
  /** Latest title of the item. */
  title: string;
  /** State of the item when the user last knew it. */
  stateBefore: "new" | "present" | "deleted";
  isPresent: boolean;
  /** Additions, deletions and restorations since the user's own last one. */
  lifecycle: DigestEvent[];
  edits: DigestEvent[];
  /** Decisions on a tool since the user's own last decision. */
  decisions: DigestEvent[];
  votes: DigestEvent[];
  /** Ratings of a prompt. */
  ratings: DigestEvent[];
  /** Added and removed links, except those to items that the user has linked or unlinked since. */
  links: DigestEvent[];
  /** Additions, edits and restorations of comments, by comment id. */
  comments: Map<string, DigestEvent[]>;
  /** The same events of deleted comments. */
  deletedComments: Map<string, DigestEvent[]>;
}

/** Events grouped by item. */
export interface ActivityByItem {
  items: ItemActivity[];
  /** Items fetched for other people or by scheduled jobs. */
  fetched: DigestEvent[];
}

/**
 * Groups events, given in the order of writing, by item. The user's own events are omitted, but they end what counts as
 * unseen.
 */
export function readItemActivity(events: readonly DigestEvent[], personId: string): ActivityByItem {
  const items = new Map<string, ItemActivity>();
  const finds: DigestEvent[] = [];
  for (const event of events) {
    const isOwn = event.actorId === personId;
    if (event.verb === "fetched") {
      if (!isOwn) finds.push(event);
      continue;
    }
    const key = `${event.kind}:${event.itemId}`;
    const activity = items.get(key) ?? createActivity(event);
    items.set(key, activity);
    activity.title = event.title;
    if (event.detail.comment !== undefined) addCommentEvent(activity, event, isOwn);
    else if (isLifecycleEvent(event)) addLifecycleEvent(activity, event, isOwn);
    else if (event.verb === "decided") activity.decisions = isOwn ? [] : [...activity.decisions, event];
    else if (event.verb === "voted" && !isOwn) activity.votes.push(event);
    else if (event.verb === "rated" && !isOwn) activity.ratings.push(event);
    else if (event.verb === "linked") addLinkEvent(activity, event, isOwn);
    else if (isEdit(event) && !isOwn) activity.edits.push(event);
  }
  return { items: [...items.values()], fetched: finds };
}

const createActivity = ({ kind, itemId, title }: DigestEvent): ItemActivity => ({
  kind,
  itemId,
  title,
  stateBefore: "present",
  isPresent: true,
  lifecycle: [],
  edits: [],
  decisions: [],
  votes: [],
  ratings: [],
  links: [],
  comments: new Map(),
  deletedComments: new Map(),
});

/** True for additions, deletions and restorations. Restoring a version is only an edit. */
const isLifecycleEvent = ({ verb, detail }: DigestEvent): boolean =>
  verb === "added" || verb === "deleted" || (verb === "restored" && detail.from === undefined);

const isEdit = ({ verb }: DigestEvent): boolean => verb === "edited" || verb === "restored";

const STATE_BEFORE: Partial<Record<EventVerb, ItemActivity["stateBefore"]>> = {
  added: "new",
  restored: "deleted",
};

function addLifecycleEvent(activity: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  activity.isPresent = event.verb !== "deleted";
  if (isOwn) {
    // The user's own event shows that they know the item's state.
    activity.lifecycle = [];
    activity.stateBefore = activity.isPresent ? "present" : "deleted";
    return;
  }
  const isFirst = activity.lifecycle.length === 0 && activity.stateBefore === "present";
  if (isFirst) activity.stateBefore = STATE_BEFORE[event.verb] ?? "present";
  activity.lifecycle.push(event);
}

function addLinkEvent(activity: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  const isSameLink = ({ detail }: DigestEvent) => detail.other?.id === event.detail.other?.id;
  // A user who links or unlinks two items knows the state of the link.
  if (isOwn) activity.links = activity.links.filter((link) => !isSameLink(link));
  // Confirming a link changes nothing that users see.
  else if (event.detail.answer !== "confirmed") activity.links.push(event);
}

function commentChange({ verb, detail }: DigestEvent): CommentChange {
  if (verb === "deleted" || verb === "restored" || verb === "purged") return verb;
  return detail.change ?? "added";
}

function addCommentEvent(
  { comments, deletedComments }: ItemActivity,
  event: DigestEvent,
  isOwn: boolean,
): void {
  const id = event.detail.comment ?? "";
  const change = commentChange(event);
  if (change === "deleted" || change === "purged") {
    deletedComments.set(id, comments.get(id) ?? []);
    comments.delete(id);
    return;
  }
  const earlierEvents = deletedComments.get(id);
  deletedComments.delete(id);
  if (earlierEvents && earlierEvents.length > 0) comments.set(id, earlierEvents);
  // Deleting and restoring a comment is no change for users who knew it.
  if (isOwn || (earlierEvents && change === "restored")) return;
  const commentEvents = comments.get(id);
  if (commentEvents) commentEvents.push(event);
  else comments.set(id, [event]);
}
