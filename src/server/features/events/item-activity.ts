import type { CommentChange, EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { EventDetail, LedgerEvent } from "#shared/kernel/ledger.ts";

/** Event with its author's id; null for StackLoop itself. */
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
  /** State of the item as last known to the user. */
  before: "new" | "there" | "gone";
  isThere: boolean;
  /** Additions, deletions and restorations, since the user's own last one. */
  lifecycle: DigestEvent[];
  edits: DigestEvent[];
  /** Decisions on a tool, since the user's own last decision. */
  decisions: DigestEvent[];
  votes: DigestEvent[];
  /** Ratings of a prompt. */
  ratings: DigestEvent[];
  /** Added and removed links, since the user's own last such change. */
  links: DigestEvent[];
  /** Events by comment: added, changed or restored. */
  comments: Map<string, DigestEvent[]>;
  /** The same for deleted comments. */
  deletedComments: Map<string, DigestEvent[]>;
}

/** All events after a time, grouped by item. */
export interface ActivityByItem {
  items: ItemActivity[];
  /** Items found on other people's request or by scheduled jobs. */
  finds: DigestEvent[];
}

/**
 * Groups events, given in the order of writing, by item. Of the user's own events, only their effects on others are
 * used.
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
    const activity = items.get(key) ?? startActivity(event);
    items.set(key, activity);
    activity.title = event.title;
    if (event.detail.comment !== undefined) noteComment(activity, event, isOwn);
    else if (isTurn(event)) noteTurn(activity, event, isOwn);
    else if (event.verb === "decided") activity.decisions = isOwn ? [] : [...activity.decisions, event];
    else if (event.verb === "voted" && !isOwn) activity.votes.push(event);
    else if (event.verb === "rated" && !isOwn) activity.ratings.push(event);
    else if (event.verb === "linked") noteLink(activity, event, isOwn);
    else if (isChange(event) && !isOwn) activity.edits.push(event);
  }
  return { items: [...items.values()], finds };
}

const startActivity = ({ kind, itemId, title }: DigestEvent): ItemActivity => ({
  kind,
  itemId,
  title,
  before: "there",
  isThere: true,
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
const isTurn = ({ verb, detail }: DigestEvent): boolean =>
  verb === "added" || verb === "deleted" || (verb === "restored" && detail.from === undefined);

const isChange = ({ verb }: DigestEvent): boolean => verb === "edited" || verb === "restored";

const BEFORE: Partial<Record<EventVerb, ItemActivity["before"]>> = { added: "new", restored: "gone" };

function noteTurn(activity: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  activity.isThere = event.verb !== "deleted";
  if (isOwn) {
    // By this event, the user has seen the item's state.
    activity.lifecycle = [];
    activity.before = activity.isThere ? "there" : "gone";
    return;
  }
  const isFirst = activity.lifecycle.length === 0 && activity.before === "there";
  if (isFirst) activity.before = BEFORE[event.verb] ?? "there";
  activity.lifecycle.push(event);
}

function noteLink(activity: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  const isOfSame = ({ detail }: DigestEvent) => detail.other?.id === event.detail.other?.id;
  // A user who links or unlinks the two knows the state.
  if (isOwn) activity.links = activity.links.filter((link) => !isOfSame(link));
  // Confirming a link changes nothing visible.
  else if (event.detail.answer !== "confirmed") activity.links.push(event);
}

function changeOf({ verb, detail }: DigestEvent): CommentChange {
  if (verb === "deleted" || verb === "restored" || verb === "purged") return verb;
  return detail.change ?? "added";
}

function noteComment({ comments, deletedComments }: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  const id = event.detail.comment ?? "";
  const change = changeOf(event);
  if (change === "deleted" || change === "purged") {
    deletedComments.set(id, comments.get(id) ?? []);
    comments.delete(id);
    return;
  }
  const before = deletedComments.get(id);
  deletedComments.delete(id);
  if (before && before.length > 0) comments.set(id, before);
  // A comment that existed before and was restored hasn't changed.
  if (isOwn || (before && change === "restored")) return;
  const known = comments.get(id);
  if (known) known.push(event);
  else comments.set(id, [event]);
}
