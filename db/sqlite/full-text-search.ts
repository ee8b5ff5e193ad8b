/** Ranked search by SQLite's full-text index. */
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../database.ts";
import { foldWords, uniqueFolded } from "../fold-words.ts";
import type { DocKey, PreparedQuery, RankedQuery, RankedSearch, SearchDoc } from "../ranked-search.ts";
import { facetsOf, kindFacet, matchFacets, personFacet, tagFacet, titleFacet } from "../search-facets.ts";
import { IDS_OF_SPAN, placeDocs, spanOf } from "./doc-places.ts";
import { quoteFullText } from "./full-text.ts";
import { markPassages } from "./mark-passages.ts";

/** The ranked search of the database that this program runs on. */
export const rankedSearch: RankedSearch = {
  put,
  drop,
  prepare,
  find,
  latest,
  count,
  mark: markPassages,
};

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

async function drop(db: Db, keys: readonly DocKey[]): Promise<void> {
  const { rows } = await sql<{ docId: number }>`
    delete from search_docs
    where docId in (
      select docId from json_each(${JSON.stringify(keys.map(({ kind, itemId }) => [kind, itemId]))}) as given
      join search_docs on kind = given.value ->> 0 and itemId = given.value ->> 1)
    returning docId`.execute(db);
  for (const { docId } of rows) await sql`delete from search_words where rowid = ${docId}`.execute(db);
}

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
/** A word in more docs is common in any case, and not counted further. */
const MOST_OF_A_WORD = MOST_COUNTED_DOCS * COMMON_SHARE;
/** A shorter beginning of a word stands for too many words. */
const SHORTEST_PREFIX = 3;
/** What the stemmer may have taken off a word whose beginning is typed, such as the "in" of "learnin". */
const LONGEST_ENDING = 4;

/** A word as the index is asked for it, and in how many docs it is, as far as that was counted. */
type Word = PreparedQuery["some"][number];

async function prepare(db: Db, asked: RankedQuery): Promise<PreparedQuery> {
  const query = withoutRepetitions(asked);
  const all: Word[] = [];
  const some = new Map<string, Word>();
  for (const [index, text] of query.words.entries()) {
    const isLast = index === query.words.length - 1;
    const whole =
      query.isTyping && isLast ? await findPrefix(db, text) : await findWord(db, quoteFullText(text));
    const parts = whole && !COMPOUND.test(text) ? [whole] : await findParts(db, text);
    all.push(...(whole ? [whole] : parts));
    for (const part of parts) some.set(keyOf(part), part);
  }
  const common = [...all, ...some.values()].some(({ docs }) => docs > COMMON_FROM)
    ? Math.max(COMMON_FROM, Math.floor((await countDocs(db)) * COMMON_SHARE))
    : COMMON_FROM;
  return {
    query,
    all: withoutCommon(all, common).map(({ match }) => match),
    some: withoutCommon([...some.values()], common),
  };
}

/** Each expression that finds the same costs as much again, and twice as much with every text that it finds. */
const withoutRepetitions = (query: RankedQuery): RankedQuery => ({
  ...query,
  words: uniqueFolded(query.words),
  phrases: uniqueFolded(query.phrases),
  excluded: uniqueFolded(query.excluded),
});

/** The beginning of a word finds more than the word. */
const keyOf = ({ match }: Word): string => (match.endsWith("*") ? match : (foldWords(match) ?? match));

/** Where enough others remain. */
function withoutCommon(words: readonly Word[], common: number): readonly Word[] {
  const rarer = words.filter(({ docs }) => docs <= common);
  return rarer.length >= ENOUGH_WORDS ? rarer : words;
}

async function findWord(db: Db, match: string): Promise<Word | null> {
  const docs = await countMatches(db, sql`${match}`, MOST_OF_A_WORD + 1);
  return docs === 0 ? null : { match, docs };
}

/** A beginning of a word; the index holds stems, so that a few letters of it may be too many. */
async function findPrefix(db: Db, text: string): Promise<Word | null> {
  const letters = Array.from(text);
  const shortest = Math.max(SHORTEST_PREFIX, letters.length - LONGEST_ENDING);
  for (let length = letters.length; length >= shortest; length -= 1) {
    const word = await findWord(db, `${quoteFullText(letters.slice(0, length).join(""))} *`);
    if (word) return word;
  }
  return findWord(db, quoteFullText(text));
}

const BETWEEN_PARTS = /[^\p{L}\p{N}\p{M}]+/u;
const COMPOUND = /[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]/u;

/** "high-speed" is written "high speed" too; of "gpt-4", the 4 alone would find anything. */
async function findParts(db: Db, text: string): Promise<Word[]> {
  const parts = uniqueFolded(text.split(BETWEEN_PARTS).filter((part) => part !== ""));
  const longer = parts.filter((part) => part.length > 1);
  const found: Word[] = [];
  for (const part of longer.length > 0 ? longer : parts) {
    const word = await findWord(db, quoteFullText(part));
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
  const hasWords = query.words.length > 0 || query.phrases.length > 0;
  if (hasWords && isInVain(prepared)) return [];
  const titled = await listTitled(db, query, strict);
  const others = hasWords
    ? await best(db, prepared, strict, limit)
    : await newest(db, query, toMatch(strict, []), limit);
  return listDocs(db, [...new Set([...titled, ...others])].slice(0, limit), query);
}

/** The index gives the newest first, so that common words cost no more than rare ones. */
async function latest(
  db: Db,
  { query }: PreparedQuery,
  { kind, limit }: { kind: string | null; limit: number },
): Promise<DocKey[]> {
  const words = query.words.map(quoteFullText).join(" AND ");
  return listDocs(db, await newest(db, query, toMatch(strictMatch(query, kind), [words]), limit), query);
}

/** Whether none of the words is anywhere. */
const isInVain = ({ query, some }: PreparedQuery): boolean => query.words.length > 0 && some.length === 0;

/** So many of one title come before all else. */
const MOST_TITLED = 5;

/** The newest that are called just what was searched for. */
async function listTitled(db: Db, query: RankedQuery, strict: Strict): Promise<number[]> {
  const title = titleFacet(query.text);
  return title === null ? [] : newest(db, query, toMatch(strict, [matchFacets([title])]), MOST_TITLED);
}

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
  return [...complete, ...partial];
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
      ...tags.map((tag) => matchFacets([tagFacet(tag)])),
      ...by.map(({ name, userIds }) => {
        const named = `{people} : ${quoteFullText(name)}`;
        return userIds.length === 0 ? named : `(${named} OR ${matchFacets(userIds.map(personFacet))})`;
      }),
      ...(kinds.length === 0 ? [] : [matchFacets(kinds.map(kindFacet))]),
      ...(kind === null ? [] : [matchFacets([kindFacet(kind)])]),
    ],
    excluded: excluded.map(quoteFullText),
    kinds: matchFacets(ALL_KINDS.map(kindFacet)),
  };
}

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
