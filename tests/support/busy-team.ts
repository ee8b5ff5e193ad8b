import { randomUUID } from "node:crypto";

import { type Arbitrary, boolean, constantFrom, nat, record } from "fast-check";

import { SortKeys } from "#db/sort-key.ts";
import { addAlias } from "#server/features/aliases/aliases.service.ts";
import { addComment, editComment, removeComment } from "#server/features/comments/comments.service.ts";
import { findLastSeq } from "#server/features/news/news-flags.queries.ts";
import { markAllRead, setArticleFlags, queryNews } from "#server/features/news/news.service.ts";
import { markSeen } from "#server/features/readings/readings.service.ts";
import { storeImage } from "#server/features/uploads/uploads.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { toolVerdict, vote } from "#server/features/verdicts/verdicts.service.ts";
import { addLink } from "#server/kernel/links/links.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { mapKinds } from "#shared/kernel/item-address.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
import { type Ring, RINGS } from "#shared/verdicts/rings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";

import { failMissing, checkRestore, checkUndo, type World } from "./checked-undo.ts";
import { pngImage } from "./images.ts";
import { KINDS, type Named, operationsOf } from "./item-operations.ts";
import { buildPerson } from "./people.ts";
import { itemWithCompanions } from "./replay.ts";
import { testApp } from "./test-app.ts";

/** People's actions; repeated ones are more frequent. */
const actionKinds = constantFrom(
  "add",
  "edit",
  "restoreVersion",
  "delete",
  "delete",
  "undo",
  "undo",
  "comment",
  "reply",
  "reply",
  "editComment",
  "deleteComment",
  "deleteComment",
  "see",
  "news",
  "news",
  "mark",
  "mark",
  "readAll",
  "import",
  "import",
  "undoImport",
  "decide",
  "decide",
  "vote",
  "vote",
  "name",
  "link",
  "link",
);

/** An action by a person. */
export const actions = record({
  work: actionKinds,
  kind: constantFrom(...KINDS),
  who: nat(2),
  pick: nat(9),
  name: constantFrom("Atlas", "Beacon", "Cobalt", "Delta"),
  other: constantFrom("Atlas", "Beacon", "Cobalt", "Delta"),
  flag: boolean(),
});
type Step = typeof actions extends Arbitrary<infer Value> ? Value : never;

const pickFrom = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(items.length, 1)];

const listComments = ({ app }: World) =>
  app.db.selectFrom("comments").selectAll().where("deletedAt", "is", null).orderBy("position").execute();

/** Two users and an admin, with one item of each kind. */
export async function createTeam(): Promise<World> {
  const app = await testApp();
  const people = [
    (await buildPerson(app, "ada")).user,
    (await buildPerson(app, "bob")).user,
    (await buildPerson(app, "cleo", "admin")).user,
  ];
  const upload = () =>
    storeImage(app, people[0] ?? failMissing(), { bytes: pngImage(), extension: "png" }, AbortSignal.any([]));
  const pictures = mapKinds(KINDS, () => "");
  for (const kind of KINDS) pictures[kind] = await upload();
  const world: World = { app, people, pictures, deletedItems: new Map(), imports: [], links: new Set() };
  await addFirstItems(world);
  return world;
}

/** One item of each kind, with news and a discussion. */
async function addFirstItems(world: World): Promise<void> {
  const { app, people, pictures } = world;
  const ada = people[0] ?? failMissing();
  const verbs = operationsOf(app);
  for (const kind of KINDS) await verbs[kind].add(ada, "Atlas", pictures[kind]);
  const [[tool = failMissing()], [reading = failMissing()]] = [
    await verbs.tool.list(),
    await verbs.reading.list(),
  ];
  await storeTwoArticles(world, tool);
  let parentId: string | null = null;
  for (const content of ["Why?", "Because", "Really?"])
    parentId = (await addComment(app, ada, { readingId: reading.id, parentId, content })).id;
}

/** Two articles of one moment in one cluster, at the next free sort keys. */
async function storeTwoArticles({ app }: World, tool: Named): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const places = new SortKeys(db, "news_articles");
    const publishedAt = "2026-11-20T10:00:00.000Z";
    const seq = await findLastSeq(db);
    const lead = await places.next(publishedAt);
    const about = { toolId: tool.id, toolName: tool.name, publishedAt, createdAt: publishedAt };
    const text = { title: "News", content: null, excerpt: null, imageUrl: null, source: null };
    const rows = [lead, await places.next(publishedAt)].map((place, index) => {
      const id = randomUUID();
      const url = `https://news.example/${id}`;
      return { ...about, ...text, id, url, place, seq: seq + index + 1, leadPlace: index ? lead : null };
    });
    await db.insertInto("news_articles").values(rows).execute();
  });
}

/** Performs it, if there is an item for it. */
export async function performAction(
  world: World,
  { work, kind, who, pick, name, other, flag }: Step,
): Promise<void> {
  const { app, people, deletedItems, imports, pictures } = world;
  const by = people[who] ?? failMissing();
  const verbs = operationsOf(app)[kind];
  const item = pickFrom(await verbs.list(), pick);
  const reading = pickFrom(await operationsOf(app).reading.list(), pick);
  const tool = pickFrom(await operationsOf(app).tool.list(), pick);
  const comment = pickFrom(await listComments(world), pick);
  app.advance(1000);
  switch (work) {
    case "add":
      await verbs.add(by, name, flag ? pictures[kind] : null);
      return;
    case "import": {
      const { importId } = await verbs.importRows(
        by,
        [name, other].map((of) => ({ name: of, notes: other })),
      );
      imports.push({ id: importId ?? failMissing(), by });
      return;
    }
    case "undoImport": {
      const chosen = pickFrom(imports, pick);
      if (chosen) await checkUndo(world, chosen);
      return;
    }
    case "undo": {
      const deletionId = pickFrom([...deletedItems.keys()], pick);
      if (deletionId !== undefined) await checkRestore(world, by, deletionId);
      return;
    }
    case "readAll":
      await markAllRead(app, by);
      return;
    case "mark": {
      const article = pickFrom((await queryNews(app, by, {})).items, pick);
      if (article) await setArticleFlags(app, by, { id: article.id, isRead: flag, isStarred: !flag });
      return;
    }
    default:
  }
  if (item && work === "edit") await verbs.edit(by, { id: item.id, name, notes: other });
  if (item && work === "restoreVersion") {
    const revision = (pick % item.revision) + 1;
    await verbs.restoreVersion(by, { id: item.id, revision, baseRevision: item.revision });
  }
  if (item && work === "delete") {
    const before = await itemWithCompanions(app, kind, item.id);
    const { deletionId } = await verbs.remove(by, item.id);
    deletedItems.set(deletionId, { kind, itemId: item.id, before });
  }
  if (tool && work === "news") await storeTwoArticles(world, tool);
  if (tool && work === "decide") await replaceVerdict(world, by, { tool, ring: ringOf(pick), reason: name });
  if (tool && work === "vote")
    await vote(app, by, { toolId: tool.id, ring: flag ? ringOf(pick) : null, note: other });
  if (tool && work === "name")
    await addAlias(app, by, { toolId: tool.id, alias: `${tool.id.replaceAll("-", "")} ${pick}` });
  if (item && reading && item.id !== reading.id && work === "link") {
    const { id } = await addLink(app, by, { from: `${kind}:${item.id}`, to: `reading:${reading.id}` });
    world.links.add(id);
  }
  if (reading && work === "see") await markSeen(app, by, { id: reading.id });
  if (reading && work === "comment")
    await addComment(app, by, { readingId: reading.id, parentId: null, content: name });
  if (comment && work === "reply")
    await addComment(app, by, {
      ref: formatItemRef({ kind: comment.kind, id: comment.itemId }),
      parentId: comment.id,
      content: name,
    });
  const author = people.find(({ id }) => id === comment?.userId);
  if (comment && author && work === "editComment")
    await editComment(app, author, { id: comment.id, content: other });
  if (comment && author && work === "deleteComment") {
    const { deletionId } = await removeComment(app, author, { id: comment.id });
    deletedItems.set(deletionId, { kind: "comment", itemId: comment.id, before: comment });
  }
}

const ringOf = (pick: number): Ring => RINGS[pick % RINGS.length] ?? failMissing();

/** Decides on a tool over the current verdict, with existing evidence. */
async function replaceVerdict(
  { app }: World,
  by: User,
  { tool: { id: toolId }, ring, reason }: { tool: Named; ring: Ring; reason: string },
): Promise<void> {
  const { verdict } = await toolVerdict(app, by, { toolId });
  const [reading] = await operationsOf(app).reading.list();
  const evidence = reading ? [{ ref: `reading:${reading.id}`, stance: "for" }] : [];
  const revision = verdict?.revision ?? 0;
  await decide(app, by, decisionSchema.parse({ toolId, revision, ring, reason, evidence }));
}
