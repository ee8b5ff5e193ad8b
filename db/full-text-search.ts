/** Ranked search by SQLite's full-text index. */
import { createHash } from "node:crypto";

import { type RawBuilder, sql } from "kysely";

import { quoteFullText } from "./full-text.ts";
import type { Db } from "./open.ts";
import {
  type DocKey,
  MATCH_END,
  MATCH_START,
  type Passage,
  type PreparedQuery,
  type RankedQuery,
  type RankedSearch,
  type SearchDoc,
} from "./ranked-search.ts";

/** The ranked search of the database that this program runs on. */
export const rankedSearch: RankedSearch = { put, drop, prepare, find, count, mark };

/**
 * Ids of docs are places in time: so many seconds share a span of ids, in which they stand as they came. So the newest
 * are those with the highest ids, and a span of time is a span of ids, both of which the index gives without sorting.
 * A day has a whole number of spans. Coarse, since wide gaps between ids make the index larger.
 */
const SECONDS_OF_SPAN = 64;
const IDS_OF_SPAN = 1024;

const spanOf = (time: string): number =>
  Math.max(0, Math.floor(Date.parse(time) / 1000 / SECONDS_OF_SPAN)) * IDS_OF_SPAN;

async function put(db: Db, docs: readonly SearchDoc[]): Promise<void> {
  await drop(db, docs);
  const placed = await placeDocs(db, docs);
  if (placed.length === 0) return;
  await db
    .insertInto("search_docs")
    .values(placed.map(({ id, doc: { kind, itemId, at } }) => ({ docId: id, kind, itemId, at })))
    .execute();
  // In order, or FTS5 would write a part of its index for each of them.
  const inOrder = placed.toSorted((one, other) => one.id - other.id);
  const rows = inOrder.map(
    ({ id, doc }) => sql`(${id}, ${doc.title}, ${doc.body}, ${doc.people}, ${facetsOf(doc).join(" ")})`,
  );
  await sql`insert into search_words (rowid, title, body, people, facets) values ${sql.join(rows)}`.execute(
    db,
  );
}

/** Gives each doc a free id of its time, or of a time soon after it that has room. */
async function placeDocs(db: Db, docs: readonly SearchDoc[]): Promise<{ id: number; doc: SearchDoc }[]> {
  /** The next ids of spans that were looked at. */
  const nextIds = new Map<number, number>();
  const findNextId = async (first: number): Promise<number | null> => {
    const next = nextIds.get(first) ?? (await findNextIdOf(db, first));
    nextIds.set(first, next);
    return next < first + IDS_OF_SPAN ? next : null;
  };
  const placed: { id: number; doc: SearchDoc }[] = [];
  for (const doc of docs) {
    const id = await findFreeId(findNextId, spanOf(doc.at));
    nextIds.set(id - (id % IDS_OF_SPAN), id + 1);
    placed.push({ id, doc });
  }
  return placed;
}

/** The next id of the span that begins at `first`, or of one behind it; `findNextId` gives null for a full span. */
async function findFreeId(
  findNextId: (first: number) => Promise<number | null>,
  first: number,
): Promise<number> {
  const nextIdOf = (span: number) => findNextId(first + span * IDS_OF_SPAN);
  let full = -1;
  let free = 0;
  let id = await nextIdOf(free);
  // A large import fills many spans, one behind the other: ever further ahead, then back to where the room begins.
  while (id === null) {
    full = free;
    free = free * 2 + 1;
    id = await nextIdOf(free);
  }
  while (free - full > 1) {
    const middle = Math.floor((full + free) / 2);
    const earlier = await nextIdOf(middle);
    if (earlier === null) full = middle;
    else [free, id] = [middle, earlier];
  }
  return id;
}

/** The id after the last one of the span that begins here. */
async function findNextIdOf(db: Db, first: number): Promise<number> {
  const { highest } = await db
    .selectFrom("search_docs")
    .select(({ fn }) => fn.max<number | null>("docId").as("highest"))
    .where("docId", ">=", first)
    .where("docId", "<", first + IDS_OF_SPAN)
    .executeTakeFirstOrThrow();
  return highest === null ? first : highest + 1;
}

async function drop(db: Db, keys: readonly DocKey[]): Promise<void> {
  const { rows } = await sql<{ docId: number }>`
    delete from search_docs
    where docId in (
      select docId from json_each(${JSON.stringify(keys.map(({ kind, itemId }) => [kind, itemId]))}) as given
      join search_docs on kind = given.value ->> 0 and itemId = given.value ->> 1)
    returning docId`.execute(db);
  for (const { docId } of rows) await sql`delete from search_words where rowid = ${docId}`.execute(db);
}

/** Filters as words of a column of their own, which finds them as fast as any word. */
function facetsOf({ kind, tags, addedBy }: SearchDoc): string[] {
  const all = [kindFacet(kind), ...tags.map(tagFacet), ...(addedBy === null ? [] : [personFacet(addedBy)])];
  return [...new Set(all)];
}

const kindFacet = (kind: string): string => `kind0${kind}`;
const personFacet = (userId: string): string => `by0${digest(userId)}`;
/** One word, whatever the tag consists of. */
const tagFacet = (tag: string): string =>
  `tag0${digest(tag.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim())}`;
/** Ends in a digit, where the stemmer takes nothing off. */
const digest = (text: string): string => `${createHash("sha256").update(text).digest("hex").slice(0, 20)}0`;

/** Of so many docs, the newest that match, the best are chosen: what a commoner query costs stays bounded. */
const MOST_CANDIDATES = 5000;
/** The rarer words of a query together bring so many docs, the commonest are not asked for then. */
const MOST_OF_RARER_WORDS = 20_000;
/** A word in a larger share of all docs costs much and decides little… */
const COMMON_SHARE = 0.1;
/** …where there are more, they are taken for so many… */
const MOST_COUNTED_DOCS = 200_000;
/** …as soon as it is in so many… */
const COMMON_FROM = 5000;
/** …and so many others remain. */
const ENOUGH_WORDS = 3;
/** A shorter beginning of a word stands for too many words. */
const SHORTEST_PREFIX = 3;
/** What the stemmer may have taken off a word whose beginning is typed, such as the "in" of "learnin". */
const LONGEST_ENDING = 4;

/** A word as the index is asked for it, and in how many docs it is, as far as that was counted. */
type Word = PreparedQuery["some"][number];

async function prepare(db: Db, query: RankedQuery): Promise<PreparedQuery> {
  const common = Math.max(COMMON_FROM, Math.floor((await countDocs(db)) * COMMON_SHARE));
  const all: Word[] = [];
  const some = new Map<string, Word>();
  for (const [index, text] of query.words.entries()) {
    const isLast = index === query.words.length - 1;
    const whole =
      query.isTyping && isLast
        ? await findPrefix(db, text, common)
        : await findWord(db, quoteFullText(text), common);
    const parts = whole && !COMPOUND.test(text) ? [whole] : await findParts(db, text, common);
    all.push(...(whole ? [whole] : parts));
    for (const part of parts) some.set(part.match, part);
  }
  return {
    query,
    all: withoutCommon(all, common).map(({ match }) => match),
    some: withoutCommon([...some.values()], common),
  };
}

/** Where enough others remain. */
function withoutCommon(words: readonly Word[], common: number): readonly Word[] {
  const rarer = words.filter(({ docs }) => docs <= common);
  return rarer.length >= ENOUGH_WORDS ? rarer : words;
}

async function findWord(db: Db, match: string, common: number): Promise<Word | null> {
  const docs = await countMatches(db, sql`${match}`, common + 1);
  return docs === 0 ? null : { match, docs };
}

/** A beginning of a word; the index holds stems, so that a few letters of it may be too many. */
async function findPrefix(db: Db, text: string, common: number): Promise<Word | null> {
  const letters = Array.from(text);
  const shortest = Math.max(SHORTEST_PREFIX, letters.length - LONGEST_ENDING);
  for (let length = letters.length; length >= shortest; length -= 1) {
    const word = await findWord(db, `${quoteFullText(letters.slice(0, length).join(""))} *`, common);
    if (word) return word;
  }
  return findWord(db, quoteFullText(text), common);
}

const BETWEEN_PARTS = /[^\p{L}\p{N}\p{M}]+/u;
const COMPOUND = /[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]/u;

/** "high-speed" is written "high speed" too; of "gpt-4", the 4 alone would find anything. */
async function findParts(db: Db, text: string, common: number): Promise<Word[]> {
  const parts = text.split(BETWEEN_PARTS).filter((part) => part !== "");
  const longer = parts.filter((part) => part.length > 1);
  const found: Word[] = [];
  for (const part of longer.length > 0 ? longer : parts) {
    const word = await findWord(db, quoteFullText(part), common);
    if (word) found.push(word);
  }
  return found;
}

async function find(
  db: Db,
  prepared: PreparedQuery,
  { kind, limit }: { kind: string | null; limit: number },
): Promise<(DocKey & { at: string })[]> {
  const { query } = prepared;
  const strict = strictMatch(query, kind);
  if (query.words.length === 0 && query.phrases.length === 0) {
    return listDocs(db, await newest(db, query, toMatch(strict, []), limit), query);
  }
  if (isInVain(prepared)) return [];
  return listDocs(db, await best(db, prepared, strict, limit), query);
}

/** Whether none of the words is anywhere. */
const isInVain = ({ query, some }: PreparedQuery): boolean => query.words.length > 0 && some.length === 0;

/** The hits with all words first, then the others, each the best first. */
async function best(
  db: Db,
  { query, all, some }: PreparedQuery,
  strict: Strict,
  limit: number,
): Promise<number[]> {
  const complete = await rank(db, query, toMatch(strict, [all.join(" AND ")]), limit);
  if (complete.length >= limit || (some.length < 2 && some[0]?.match === all[0])) return complete;
  const partial = await rank(db, query, toMatch(strict, [rarest(some).join(" OR ")]), limit);
  return [...new Set([...complete, ...partial])].slice(0, limit);
}

/** As many of the words, the rarest first, as bring few enough docs; at least one. */
function rarest(words: readonly Word[]): string[] {
  const chosen: string[] = [];
  let docs = 0;
  for (const word of words.toSorted((one, other) => one.docs - other.docs)) {
    docs += word.docs;
    if (chosen.length > 0 && docs > MOST_OF_RARER_WORDS) break;
    chosen.push(word.match);
  }
  return chosen;
}

/** What must be there, and what must not, as expressions of FTS5. */
interface Strict {
  needed: string[];
  excluded: string[];
  kinds: string;
}

const ALL_KINDS = ["tool", "article", "paper", "prompt", "reading", "comment"];

function strictMatch(
  { phrases, excluded, kinds, tags, by }: RankedQuery,
  kind: string | null = null,
): Strict {
  return {
    needed: [
      ...phrases.map(quoteFullText),
      ...tags.map((tag) => facets([tagFacet(tag)])),
      ...by.map(({ name, userIds }) => {
        const named = `{people} : ${quoteFullText(name)}`;
        return userIds.length === 0 ? named : `(${named} OR ${facets(userIds.map(personFacet))})`;
      }),
      ...(kinds.length === 0 ? [] : [facets(kinds.map(kindFacet))]),
      ...(kind === null ? [] : [facets([kindFacet(kind)])]),
    ],
    excluded: excluded.map(quoteFullText),
    kinds: facets(ALL_KINDS.map(kindFacet)),
  };
}

const facets = (words: readonly string[]): string => `{facets} : (${words.map(quoteFullText).join(" OR ")})`;

function toMatch({ needed, excluded, kinds }: Strict, more: readonly string[]): string {
  const parts = [...needed, ...more.flatMap((expression) => (expression === "" ? [] : `(${expression})`))];
  // What is left out has to be left out of something.
  const present = parts.length === 0 ? kinds : parts.join(" AND ");
  return excluded.length === 0 ? present : `(${present}) NOT (${excluded.join(" OR ")})`;
}

/** A span of time as one of ids. What was crowded out of its span stands a little later: `listDocs` looks at the time. */
function isWithin({ after, before }: RankedQuery): RawBuilder<boolean> {
  // Literals, since FTS5 makes no use of bound numbers, which arrive as REAL.
  const from = after === null ? sql<boolean>`true` : sql<boolean>`rowid >= ${sql.lit(spanOf(after))}`;
  if (before === null) return from;
  return sql<boolean>`${from} and rowid < ${sql.lit(spanOf(before) + IDS_OF_SPAN)}`;
}

async function newest(db: Db, query: RankedQuery, match: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from search_words
    where search_words match ${match} and ${isWithin(query)}
    order by rowid desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The best of the newest matches: title words count three times, people's names twice, facets not. */
async function rank(db: Db, query: RankedQuery, match: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select rowid as id, bm25(search_words, 3, 1, 2, 0) as score from search_words
      where search_words match ${match} and ${isWithin(query)}
      order by rowid desc limit ${MOST_CANDIDATES})
    order by score, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function listDocs(
  db: Db,
  ids: readonly number[],
  { after, before }: RankedQuery,
): Promise<(DocKey & { at: string })[]> {
  const { rows } = await sql<DocKey & { at: string }>`
    select kind, itemId, at
    from json_each(${JSON.stringify(ids)}) as given join search_docs on docId = given.value
    order by given.key`.execute(db);
  return rows.filter(({ at }) => (after === null || at >= after) && (before === null || at < before));
}

/** How many docs there are, counted up to some milliseconds' worth. */
async function countDocs(db: Db): Promise<number> {
  const { docs } = await db
    .selectFrom(db.selectFrom("search_docs").select("docId").limit(MOST_COUNTED_DOCS).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("docs"))
    .executeTakeFirstOrThrow();
  return docs;
}

async function count(
  db: Db,
  prepared: PreparedQuery,
  { kinds, most }: { kinds: readonly string[]; most: number },
): Promise<Record<string, number>> {
  const { query, some } = prepared;
  const loose = some.map(({ match }) => match).join(" OR ");
  const counts: Record<string, number> = {};
  for (const kind of kinds) {
    const match = toMatch(strictMatch(query, kind), [loose]);
    const condition = sql`${match} and ${isWithin(query)}`;
    counts[kind] = isInVain(prepared) ? 0 : await countMatches(db, condition, most + 1);
  }
  return counts;
}

async function countMatches(db: Db, condition: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ docs: number }>`
    select count(*) as docs
    from (select 1 from search_words where search_words match ${condition} limit ${most})`.execute(db);
  return rows[0]?.docs ?? 0;
}

/** The longest passage that is shown, in words. */
const WORDS_OF_PASSAGE = 32;

/** Texts are not kept in the index; those that are shown are indexed for the moment, by the same rules. */
async function mark(
  db: Db,
  { query, all, some }: PreparedQuery,
  passages: readonly Passage[],
): Promise<Passage[]> {
  const wanted = [...all, ...some.map(({ match }) => match), ...query.phrases.map(quoteFullText)];
  await sql`create virtual table if not exists temp.passages using fts5(
    title, body, tokenize='porter unicode61 remove_diacritics 2')`.execute(db);
  await sql`delete from temp.passages`.execute(db);
  for (const [index, { title, body }] of passages.entries()) {
    await sql`insert into temp.passages (rowid, title, body) values (${index}, ${title}, ${body})`.execute(
      db,
    );
  }
  const match = wanted.length === 0 ? '""' : wanted.join(" OR ");
  const { rows } = await sql<Passage & { place: number }>`
    select rowid as place,
      highlight(passages, 0, ${MATCH_START}, ${MATCH_END}) as title,
      snippet(passages, 1, ${MATCH_START}, ${MATCH_END}, '…', ${sql.lit(WORDS_OF_PASSAGE)}) as body
    from temp.passages where passages match ${match}`.execute(db);
  const marked = new Map(rows.map(({ place, title, body }) => [place, { title, body }]));
  return passages.map((passage, index) => marked.get(index) ?? withBeginning(passage));
}

const LETTERS_OF_BEGINNING = 200;

function withBeginning({ title, body }: Passage): Passage {
  const start = body.slice(0, LETTERS_OF_BEGINNING);
  return { title, body: start.length < body.length ? `${start.replace(/\S*$/u, "").trimEnd()}…` : body };
}
