import {
  type Arbitrary,
  array,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  tuple,
  uniqueArray,
} from "fast-check";
import { sql } from "kysely";

import type { Db } from "#db/database.ts";

/** An action on a database. */
export type Action = (db: Db) => Promise<unknown>;

const TIMES = [
  "1969-12-31T23:44:59.999Z",
  "1969-12-31T23:59:59.500Z",
  "1970-01-01T00:14:59.999Z",
  "2026-11-20T08:00:00.000Z",
  "2026-11-20T08:15:00.000Z",
  "2026-11-21T00:00:00.000Z",
];

const oneOf = (prefix: string, count: number) =>
  integer({ min: 0, max: count - 1 }).map((number) => `${prefix}${number}`);

const time = constantFrom(...TIMES);
const flag = constantFrom(0, 1);
const place = integer({ min: 0, max: 9 });
const userId = oneOf("user", 3);
/** Owners of items can't be deleted. */
const ownerId = constantFrom("user0", "user0", "user0", "user1");
const toolId = oneOf("tool", 2);
const readingId = oneOf("reading", 2);
const categories = array(constantFrom("cs.AI", "cs.CL", "stat.ML", "ÄÖ"), { maxLength: 4 }).map((names) =>
  JSON.stringify(names),
);
const someIds = uniqueArray(place, { minLength: 1, maxLength: 5 });

const userRow = (id: string) => ({
  id,
  username: id,
  usernameFolded: id,
  password: "-",
  role: "user" as const,
  createdAt: "",
  updatedAt: "",
});

const toolRow = (id: string, owner: string) => ({
  id,
  name: id,
  tags: "[]",
  releaseNotes: "[]",
  dateUpdated: "",
  userId: owner,
});

const paper = record({
  place,
  title: constantFrom("Whales", "Orcas"),
  abstract: constant("Sing"),
  authors: constant("Ada"),
  url: constant(""),
  pdfUrl: constant(""),
  categories,
  publishedAt: time,
  createdAt: constant(""),
});
const papers = uniqueArray(paper, { selector: (row) => row.place, minLength: 1, maxLength: 5 }).map((rows) =>
  rows.map((row) => ({ ...row, id: `paper${row.place}`, arXivId: `arxiv${row.place}` })),
);

const article = record({
  place,
  leadPlace: option(place, { freq: 1 }),
  title: constant("Whales"),
  publishedAt: time,
  toolId,
  toolName: constant("Tool"),
  createdAt: constant(""),
});
const articles = uniqueArray(article, { selector: (row) => row.place, minLength: 1, maxLength: 5 }).map(
  (rows) =>
    rows.map((row) => ({ ...row, id: `article${row.place}`, seq: row.place + 1, url: `url${row.place}` })),
);

/** Inserts a row with the columns of the first migration, which later ones renamed. */
export const insertRow = (db: Db, table: "comments" | "comment_reads", row: object) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);

const newRows: Arbitrary<Action>[] = [
  userId.map((id) => (db) => db.insertInto("users").values(userRow(id)).execute()),
  tuple(toolId, ownerId).map(
    ([id, owner]) =>
      (db) =>
        db.insertInto("ai_tools").values(toolRow(id, owner)).execute(),
  ),
  record({
    id: oneOf("prompt", 2),
    name: constant("P"),
    prompt: constant("?"),
    dateUpdated: time,
    tags: constant("[]"),
    userId: ownerId,
  }).map((row) => (db) => db.insertInto("prompts").values(row).execute()),
  record({ promptId: oneOf("prompt", 2), slug: oneOf("slug", 2), isSkill: constantFrom(0, 1, 2) }).map(
    (row) => (db) => db.insertInto("prompt_names").values(row).execute(),
  ),
  record({
    id: readingId,
    title: constant("R"),
    author: constant("A"),
    tags: constantFrom("[]", '["\\u0000"]', "[", ""),
    createdAt: time,
    updatedAt: time,
    userId: ownerId,
  }).map((row) => (db) => db.insertInto("readings").values(row).execute()),
  record({
    id: oneOf("comment", 4),
    readingId,
    parentId: option(oneOf("comment", 4)),
    content: constant("C"),
    userId: ownerId,
    createdAt: time,
    updatedAt: time,
  }).map((row) => (db) => insertRow(db, "comments", row)),
  record({ userId, readingId, seenAt: time }).map((row) => (db) => insertRow(db, "comment_reads", row)),
  record({
    tokenHash: oneOf("hash", 3),
    kind: constantFrom("invite", "reset"),
    userId: option(userId),
    createdBy: option(userId),
    createdAt: time,
    expiresAt: time,
  }).map((row) => (db) => db.insertInto("one_time_links").values(row).execute()),
];

const paperActions: Arbitrary<Action>[] = [
  papers.map((rows) => (db) => db.insertInto("research_papers").values(rows).execute()),
  papers.map(
    (rows) => (db) =>
      db
        .insertInto("research_papers")
        .values(rows)
        .onConflict((conflict) =>
          conflict.column("arXivId").doUpdateSet(({ ref }) => ({
            categories: ref("excluded.categories"),
            publishedAt: ref("excluded.publishedAt"),
          })),
        )
        .execute(),
  ),
  tuple(place, place).map(
    ([from, to]) =>
      (db) =>
        db.updateTable("research_papers").set({ place: to }).where("place", "=", from).execute(),
  ),
  tuple(someIds, categories).map(
    ([places, changed]) =>
      (db) =>
        db.updateTable("research_papers").set({ categories: changed }).where("place", "in", places).execute(),
  ),
  someIds.map((places) => (db) => db.deleteFrom("research_papers").where("place", "in", places).execute()),
  record({ userId, place, isStarred: flag, isHidden: flag }).map(
    (row) => (db) =>
      db
        .insertInto("paper_marks")
        .values(row)
        .onConflict((conflict) => conflict.columns(["userId", "place"]).doUpdateSet(row))
        .execute(),
  ),
];

const newsActions: Arbitrary<Action>[] = [
  articles.map((rows) => (db) => db.insertInto("news_articles").values(rows).execute()),
  articles.map(
    (rows) => (db) =>
      db
        .insertInto("news_articles")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  ),
  someIds.map((places) => (db) => db.deleteFrom("news_articles").where("place", "in", places).execute()),
  record({ userId, place, isRead: option(flag, { freq: 2 }), isStarred: flag }).map(
    (row) => (db) =>
      db
        .insertInto("news_marks")
        .values(row)
        .onConflict((conflict) => conflict.columns(["userId", "place"]).doUpdateSet(row))
        .execute(),
  ),
  record({ userId, readThrough: place, readStories: constant(10) }).map(
    (row) => (db) =>
      db
        .insertInto("news_readers")
        .values(row)
        .onConflict((conflict) => conflict.column("userId").doUpdateSet(row))
        .execute(),
  ),
];

const deletions: Arbitrary<Action>[] = [
  userId.map((id) => (db) => db.deleteFrom("users").where("id", "=", id).execute()),
  toolId.map((id) => (db) => db.deleteFrom("ai_tools").where("id", "=", id).execute()),
  constant((db: Db) => db.deleteFrom("ai_tools").execute()),
  oneOf("prompt", 2).map((id) => (db) => db.deleteFrom("prompts").where("id", "=", id).execute()),
  readingId.map((id) => (db) => db.deleteFrom("readings").where("id", "=", id).execute()),
  oneOf("comment", 4).map((id) => (db) => db.deleteFrom("comments").where("id", "=", id).execute()),
];

/** Makes the search index everything in its queue. */
const readQueue: Action = async (db) => {
  await sql`
    insert into search_docs ("docId", kind, "itemId", at)
    select coalesce((select max("docId") from search_docs), 0) + row_number() over (order by kind, "itemId"),
      kind, "itemId", ''
    from search_queue as waiting
    where not exists (select 1 from search_docs as known where known.kind = waiting.kind and known."itemId" = waiting."itemId")`.execute(
    db,
  );
  await db.deleteFrom("search_queue").execute();
};

/** Lists of actions on the same few items. */
export const actions = array(
  oneof(
    { weight: 4, arbitrary: oneof(...newRows) },
    { weight: 6, arbitrary: oneof(...paperActions) },
    { weight: 6, arbitrary: oneof(...newsActions) },
    { weight: 2, arbitrary: oneof(...deletions) },
    { weight: 1, arbitrary: constant(readQueue) },
  ),
  { minLength: 20, maxLength: 40, size: "max" },
);

/** Creates the rows for the actions, so that most succeed. */
export const insertFirstRows: Action = async (db) => {
  const people = ["user0", "user1", "user2"];
  await db.insertInto("users").values(people.map(userRow)).execute();
  await db
    .insertInto("ai_tools")
    .values(["tool0", "tool1"].map((id) => toolRow(id, "user0")))
    .execute();
  const reading = { id: "reading0", title: "", author: "", tags: "[]", createdAt: "", updatedAt: "" };
  await db
    .insertInto("readings")
    .values({ ...reading, userId: "user0" })
    .execute();
  await db
    .insertInto("news_readers")
    .values(people.map((id, index) => ({ userId: id, readThrough: index * 2, readStories: 100 })))
    .execute();
  for (const person of people) {
    const times = { createdAt: "", expiresAt: "" };
    const row = {
      tokenHash: `of ${person}`,
      kind: "invite",
      userId: null,
      createdBy: person,
      ...times,
    } as const;
    await db.insertInto("one_time_links").values(row).execute();
  }
  await storeMarkedArticles(db, people);
};

/** Everyone has flagged every second article. */
const storeMarkedArticles = async (db: Db, people: readonly string[]) => {
  for (const [index, publishedAt] of TIMES.entries()) {
    const ids = { place: index, id: `article${index}`, seq: index + 1, url: `url${index}`, leadPlace: null };
    const texts = { title: "Orcas", toolName: "Tool", toolId: `tool${index % 2}`, createdAt: "" };
    await db
      .insertInto("news_articles")
      .values({ ...ids, ...texts, publishedAt })
      .execute();
    if (index % 2 === 0) continue;
    await db
      .insertInto("news_marks")
      .values(people.map((id, person) => ({ userId: id, place: index, isRead: person % 2, isStarred: 0 })))
      .execute();
  }
};
