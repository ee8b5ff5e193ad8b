import { randomUUID } from "node:crypto";

import type { App, Db } from "#server/app.ts";
import { invalid, notFound } from "#server/errors.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { MAX_FETCHED_PAGE, readPage } from "#server/kernel/paging/paging.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { type ItemKey, itemAddress } from "#shared/kernel/item-address.ts";
import { formatItemRef, type ItemRef, parseItemRef } from "#shared/kernel/items.ts";
import type { Page } from "#shared/kernel/paging.ts";
import {
  type DecidedLink,
  type Link,
  LINK_GROUPS,
  type LinkDecision,
  type LinkGroup,
  type LinkListRequest,
  type NamesInItem,
  type NewLink,
  type Related,
  type RelatedGroups,
} from "#shared/links/links.ts";
import { isPersonsOnly } from "#shared/mentions/names/ambiguous-names.ts";
import { foldName } from "#shared/mentions/names/names.ts";

import { listItemsNaming } from "./found-links.queries.ts";
import { addAnswers } from "./known-names.queries.ts";
import { knownNames } from "./known-names.service.ts";
import { queueItems } from "./link-queue.queries.ts";
import { scanLatestChanges } from "./link-scanner.service.ts";
import {
  countLinksOf,
  deleteLink,
  findLink,
  findLinkBetween,
  insertLink,
  listLinks,
  updateLink,
} from "./links.queries.ts";

/** Number of links of a group shown before "Show All". */
const SHOWN_PER_GROUP = 5;
/** A text with more names is treated as a list of names. */
const MAX_NAMES = 200;
const SHOWN_GROUPS = LINK_GROUPS.filter((group) => group !== "hidden");

/** Returns the items that an item mentions or is mentioned by: the first few of each group. */
export async function listRelatedGroups(app: App, { ref }: { ref: ItemRef }): Promise<RelatedGroups> {
  const item = await findItem(app.db, ref);
  await scanLatestChanges(app);
  const groups: RelatedGroups["groups"] = [];
  for (const group of SHOWN_GROUPS) {
    const request = { item, group };
    const links = await listLinks(app.db, request, { after: null, limit: SHOWN_PER_GROUP });
    if (links.length === 0) continue;
    const total = links.length < SHOWN_PER_GROUP ? links.length : await countLinksOf(app.db, request);
    groups.push({ group, links: await withLinkedItems(app.db, item, group, links), total });
  }
  const hidden = { item, group: "hidden" } as const;
  const [newest] = await listLinks(app.db, hidden, { after: null, limit: 1 });
  const ambiguousName = newest?.spelled ?? null;
  return {
    groups,
    hidden: newest ? await countLinksOf(app.db, hidden) : 0,
    ambiguousName,
    isPersonsOnly: ambiguousName !== null && (await knownNames(app)).isPersonsOnly(ambiguousName),
  };
}

/** Lists all links of an item in one group, latest texts first. */
export async function listRelated(
  app: App,
  { ref, group, kind, ...page }: LinkListRequest,
): Promise<Page<Related>> {
  const item = await findItem(app.db, ref);
  await scanLatestChanges(app);
  const { items, nextCursor } = await readPage(
    page,
    (slice) => listLinks(app.db, { item, group, kind }, slice),
    ({ at, id }) => [at, id],
    MAX_FETCHED_PAGE,
  );
  return { items: await withLinkedItems(app.db, item, group, items), nextCursor };
}

/** Returns the names in an item's texts that refer to other items, only the first occurrence of each. */
export async function listNamesInItem(app: App, { ref }: { ref: ItemRef }): Promise<NamesInItem> {
  const item = await findItem(app.db, ref);
  await scanLatestChanges(app);
  const links = await listLinks(app.db, { item, group: "mentions" }, { after: null, limit: MAX_NAMES });
  const related = await withLinkedItems(app.db, item, "mentions", links);
  return {
    items: related.flatMap(({ field, spelled, other: { ref: to, title } }) =>
      field === null || spelled === null || field === "address" ? [] : [{ field, spelled, ref: to, title }],
    ),
  };
}

async function findItem(db: Db, ref: ItemRef): Promise<ItemKey> {
  const item = parseItemRef(ref);
  if (!(await loadTitles(db, [item])).has(ref)) throw notFound("Item not found");
  return item;
}

/** Adds the item at the other end to each link. Skips deleted items. */
async function withLinkedItems(
  db: Db,
  item: ItemKey,
  group: LinkGroup,
  links: readonly Link[],
): Promise<Related[]> {
  const ownRef = formatItemRef(item);
  const linkedRef = ({ from, to }: Link) => (from === ownRef ? to : from);
  const titles = await loadTitles(
    db,
    links.map((link) => parseItemRef(linkedRef(link))),
  );
  return links.flatMap((link) => {
    const ref = linkedRef(link);
    const other = titles.get(ref);
    const address = itemAddress(parseItemRef(ref), ref === link.from ? link.commentId : null);
    return other === undefined ? [] : [{ ...link, group, other: { ref, ...other, address } }];
  });
}

/**
 * Links two items for a user. If that link exists in any state, or the reverse link isn't rejected, confirms it
 * instead.
 */
export async function addLink(app: App, by: User, { from, to }: NewLink): Promise<Link> {
  if (from === to) throw invalid("An item can't be linked to itself", "to");
  const [source, target] = [parseItemRef(from), parseItemRef(to)];
  return await app.db.transaction().execute(async (transaction) => {
    const titles = await loadTitles(transaction, [source, target]);
    if (!titles.has(from)) throw notFound(`There is no ${from}`);
    if (!titles.has(to)) throw notFound(`There is no ${to}`);
    const reverse = await findLinkBetween(transaction, target, source);
    if (reverse !== null && reverse.state !== "rejected") return confirmLink(app, transaction, by, reverse);
    const now = app.now().toISOString();
    const id = randomUUID();
    await insertLink(transaction, {
      id,
      fromKind: source.kind,
      fromId: source.id,
      toKind: target.kind,
      toId: target.id,
      how: "person",
      spelled: null,
      excerpt: null,
      field: null,
      commentId: null,
      state: "confirmed",
      decidedBy: by.id,
      decidedAt: now,
      at: now,
    });
    const known = await findLinkBetween(transaction, source, target);
    if (known === null) throw notFound("Link not found");
    if (known.id !== id) return confirmLink(app, transaction, by, known);
    await recordLinkEvent(app, transaction, by, known, { change: "added" });
    return known;
  });
}

/** Confirms an existing link when a user creates it again. */
async function confirmLink(app: App, db: Db, by: User, known: Link): Promise<Link> {
  if (known.state === "confirmed") return known;
  const { link } = await storeAnswer(app, db, by, { link: known, state: "confirmed" });
  await recordLinkEvent(app, db, by, link, { change: "added" });
  return link;
}

/** Records in the activity log that a user added, removed or answered a link. */
async function recordLinkEvent(
  app: App,
  db: Db,
  by: User,
  { from, to }: Link,
  what: { change: "added" | "deleted" } | { answer: LinkDecision["state"] },
): Promise<void> {
  const { kind, id: itemId } = parseItemRef(from);
  const { title } = (await loadTitles(db, [{ kind, id: itemId }])).get(from) ?? {};
  // A deleted item's links are deleted with it, so there is nothing to record.
  if (title === undefined) return;
  const detail = { other: parseItemRef(to), ...what };
  await recordEvents(app, db, [{ actorId: by.id, verb: "linked", kind, itemId, title, detail }]);
}

/** Stores a user's answer about a link. Returns the link, with the counts of all answers about its name. */
export async function decideLink(app: App, by: User, { id, state }: LinkDecision): Promise<DecidedLink> {
  return await app.db.transaction().execute(async (transaction) => {
    const link = await findLink(transaction, id);
    if (link === null) throw notFound("Link not found");
    return answerAndRecord(app, transaction, by, { link, state });
  });
}

/** Removes a link that a user created. A link that was found is flagged wrong and not found again. */
export async function removeLink(app: App, by: User, { id }: { id: string }): Promise<void> {
  await app.db.transaction().execute(async (transaction) => {
    const link = await findLink(transaction, id);
    if (link === null) throw notFound("Link not found");
    if (link.how !== "person") {
      await answerAndRecord(app, transaction, by, { link, state: "rejected" });
      return;
    }
    await deleteLink(transaction, id);
    await recordLinkEvent(app, transaction, by, link, { change: "deleted" });
  });
}

/** Stores an answer and records it in the activity log. Does not record an unchanged answer. */
async function answerAndRecord(
  app: App,
  db: Db,
  by: User,
  decision: { link: Link; state: LinkDecision["state"] },
): Promise<DecidedLink> {
  const decided = await storeAnswer(app, db, by, decision);
  if (decided.link.state !== decision.link.state)
    await recordLinkEvent(app, db, by, decision.link, { answer: decision.state });
  return decided;
}

async function storeAnswer(
  app: App,
  db: Db,
  by: User,
  { link, ...decision }: { link: Link; state: LinkDecision["state"] },
): Promise<DecidedLink> {
  // A link that a user added can't be unanswered: adding it counts as confirming.
  const state = link.how === "person" && decision.state === "found" ? "confirmed" : decision.state;
  const isAnswered = state !== "found";
  await updateLink(db, link.id, {
    state,
    decidedBy: isAnswered ? by.id : null,
    decidedAt: isAnswered ? app.now().toISOString() : null,
  });
  // Without an answer, the texts decide whether the link is shown, so they are scanned again.
  if (!isAnswered) await queueItems(db, [parseItemRef(link.from)]);
  const decided = (await findLink(db, link.id)) ?? link;
  if (link.how !== "name" || link.spelled === null)
    return { link: decided, right: 0, wrong: 0, isPersonsOnly: false };
  return { link: decided, ...(await countAnswer(db, { link, spelled: link.spelled, state })) };
}

/**
 * Counts an answer about a found name. Queues the texts with the name if it becomes one that only users link, or ceases
 * to be one.
 */
async function countAnswer(
  db: Db,
  { link, spelled, state }: { link: Link; spelled: string; state: Link["state"] },
): Promise<Omit<DecidedLink, "link">> {
  const folded = foldName(spelled);
  const change = (answered: Link["state"]) => Number(state === answered) - Number(link.state === answered);
  const changes = { right: change("confirmed"), wrong: change("rejected") };
  const { right, wrong } = await addAnswers(db, folded, changes);
  const isLinkedByPeopleOnly = (answers: { right: number; wrong: number }) =>
    isPersonsOnly(spelled, () => ({ seen: 0, lower: 0, ...answers }));
  const isPersonsOnlyNow = isLinkedByPeopleOnly({ right, wrong });
  const wasPersonsOnly = isLinkedByPeopleOnly({ right: right - changes.right, wrong: wrong - changes.wrong });
  const to = parseItemRef(link.to);
  if (isPersonsOnlyNow !== wasPersonsOnly && to.kind === "tool")
    await queueItems(db, await listItemsNaming(db, to.id, (name) => foldName(name) === folded));
  return { right, wrong, isPersonsOnly: isPersonsOnlyNow };
}
