import type { CommentChange, EventDetail, EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

/** An event of the ledger with the id of whoever did it; null is StackLoop itself. */
export interface DigestEvent extends Omit<LedgerEvent, "actor" | "detail"> {
  actorId: string | null;
  detail: EventDetail;
}

/** What others did to one item, in the order in which they did it. */
export interface ItemActivity {
  kind: ItemKind;
  itemId: string;
  /** As the item was called last. */
  title: string;
  /** What the item was before, as the person knew it. */
  before: "new" | "there" | "gone";
  isThere: boolean;
  /** Added, deleted, brought back: since the person last did one of these to it themselves. */
  turns: DigestEvent[];
  edits: DigestEvent[];
  /** What was decided of a tool, since the person last decided on it themselves. */
  decisions: DigestEvent[];
  votes: DigestEvent[];
  /** What others linked it to, and what no longer, since the person last did so themselves. */
  links: DigestEvent[];
  /** By comment: how it was written, changed or brought back. */
  comments: Map<string, DigestEvent[]>;
  /** The same of comments that are gone. */
  goneComments: Map<string, DigestEvent[]>;
}

/** Everything in the ledger after a moment, sorted by what it is about. */
export interface ActivityByItem {
  items: ItemActivity[];
  /** What others had looked for, or StackLoop by itself. */
  finds: DigestEvent[];
}

/** Sorts events, which are in the order of writing, by item; of what the person did only what it means for the rest. */
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
    const story = items.get(key) ?? openStory(event);
    items.set(key, story);
    story.title = event.title;
    if (event.detail.comment !== undefined) noteComment(story, event, isOwn);
    else if (isTurn(event)) noteTurn(story, event, isOwn);
    else if (event.verb === "decided") story.decisions = isOwn ? [] : [...story.decisions, event];
    else if (event.verb === "voted" && !isOwn) story.votes.push(event);
    else if (event.verb === "linked") noteLink(story, event, isOwn);
    else if (isChange(event) && !isOwn) story.edits.push(event);
  }
  return { items: [...items.values()], finds };
}

const openStory = ({ kind, itemId, title }: DigestEvent): ItemActivity => ({
  kind,
  itemId,
  title,
  before: "there",
  isThere: true,
  turns: [],
  edits: [],
  decisions: [],
  votes: [],
  links: [],
  comments: new Map(),
  goneComments: new Map(),
});

/** Whether it brings the item or takes it away; a restored version only changes it. */
const isTurn = ({ verb, detail }: DigestEvent): boolean =>
  verb === "added" || verb === "deleted" || (verb === "restored" && detail.from === undefined);

const isChange = ({ verb }: DigestEvent): boolean => verb === "edited" || verb === "restored";

const BEFORE: Partial<Record<EventVerb, ItemActivity["before"]>> = { added: "new", restored: "gone" };

function noteTurn(story: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  story.isThere = event.verb !== "deleted";
  if (isOwn) {
    // Whoever did this has seen how the item was.
    story.turns = [];
    story.before = story.isThere ? "there" : "gone";
    return;
  }
  const isFirst = story.turns.length === 0 && story.before === "there";
  if (isFirst) story.before = BEFORE[event.verb] ?? "there";
  story.turns.push(event);
}

function noteLink(story: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  const isOfSame = ({ detail }: DigestEvent) => detail.other?.id === event.detail.other?.id;
  // Whoever links or unlinks the two themselves knows how they are.
  if (isOwn) story.links = story.links.filter((link) => !isOfSame(link));
  // To find right what is there changes nothing of it.
  else if (event.detail.answer !== "confirmed") story.links.push(event);
}

function changeOf({ verb, detail }: DigestEvent): CommentChange {
  if (verb === "deleted" || verb === "restored" || verb === "purged") return verb;
  return detail.change ?? "added";
}

function noteComment({ comments, goneComments }: ItemActivity, event: DigestEvent, isOwn: boolean): void {
  const id = event.detail.comment ?? "";
  const change = changeOf(event);
  if (change === "deleted" || change === "purged") {
    goneComments.set(id, comments.get(id) ?? []);
    comments.delete(id);
    return;
  }
  const before = goneComments.get(id);
  goneComments.delete(id);
  if (before && before.length > 0) comments.set(id, before);
  // One that was there before and is again has not changed.
  if (isOwn || (before && change === "restored")) return;
  const told = comments.get(id);
  if (told) told.push(event);
  else comments.set(id, [event]);
}
