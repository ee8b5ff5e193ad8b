/** Ranked search with the engine's word index. */

import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import { isUnspaced, normalizeText, segmentKeywords, unifyLetters } from "#shared/search/words.ts";

import type { Db } from "../database.ts";
import { engineOf } from "../engine.ts";
import { IDS_OF_SPAN, assignDocIds, spanOf } from "./doc-ids.ts";
import type {
  DocKey,
  IdSpan,
  Match,
  IndexedDoc,
  PreparedQuery,
  RankedQuery,
  RankedSearch,
  WordIndex,
} from "./ranked-search.ts";
import {
  foldWords,
  kindFacet,
  personFacet,
  tagFacet,
  titleFacet,
  uniqueFolded,
  verdictFacet,
} from "./search-facets.ts";

/** Maximum number of newest matching docs to rank. It limits the cost of common queries. */
const MAX_CANDIDATES = 5000;
/**
 * Maximum number of docs to rank that contain only one of a query's two words. A longer query needs more candidates to
 * find its best hits.
 */
const MAX_PARTIAL_CANDIDATES = 1000;
/** Total number of docs with the rarer words of a query, from which the commonest words are skipped. */
const MAX_DOCS_OF_RARE_WORDS = 20_000;
/** Share of all docs from which a word is common: it costs much and decides little. */
const COMMON_SHARE = 0.1;
/** Maximum number of docs on which that share is based. */
const MAX_COUNTED_DOCS = 200_000;
/** Minimum number of docs with a common word. */
const MIN_COMMON_DOCS = 5000;
/** Minimum number of other words that must remain. */
const MIN_OTHER_WORDS = 3;
/** Number of docs from which a word is always common, so counting stops there. */
const MAX_DOCS_OF_WORD = MAX_COUNTED_DOCS * COMMON_SHARE;
/** Minimum length of a prefix. Shorter ones match too many words. */
const MIN_PREFIX_LENGTH = 3;
/** Maximum number of letters that the stemmer may have removed from a prefix, such as the "in" of "learnin". */
const MAX_ENDING_LENGTH = 4;

/** Word in index syntax with its number of docs, counted up to a limit. */
type Word = PreparedQuery["some"][number];

/** Returns a doc as indexed: with its context after the body, and its letters in one form. */
const normalizeDoc = ({ id, doc }: IndexedDoc): IndexedDoc => ({
  id,
  doc: {
    ...doc,
    title: unifyLetters(doc.title),
    body: unifyLetters(doc.context ? `${doc.body} / ${doc.context}` : doc.body),
    people: unifyLetters(doc.people),
  },
});

export function createRankedSearch(index: WordIndex): RankedSearch {
  return {
    async put(db, docs) {
      await drop(db, docs);
      const docsWithIds = await assignDocIds(db, docs);
      if (docsWithIds.length === 0) return;
      await db
        .insertInto("search_docs")
        .values(docsWithIds.map(({ id, doc: { kind, itemId, at } }) => ({ docId: id, kind, itemId, at })))
        .execute();
      await index.put(
        db,
        docsWithIds.map(normalizeDoc).toSorted((one, other) => one.id - other.id),
      );
    },
    drop,
    prepare: (db, query) => prepareQuery(db, index, query),
    find,
    latest,
    countDocs,
    count,
    highlight: (db, prepared, passages) =>
      index.highlight(
        db,
        prepared,
        // Texts are compared and shown with composed letters. Compatibility forms remain as they are.
        passages.map(({ title, body }) => ({
          title: normalizeText(title, "NFC"),
          body: normalizeText(body, "NFC"),
        })),
      ),
  };

  async function drop(db: Db, keys: readonly DocKey[]): Promise<void> {
    for (const [kind, ofKind] of Map.groupBy(keys, (key) => key.kind)) {
      const removed = await db
        .deleteFrom("search_docs")
        .where("kind", "=", kind)
        .where("itemId", "in", engineOf(db).valuesOf(ofKind.map(({ itemId }) => itemId)))
        .returning("docId")
        .execute();
      await index.drop(
        db,
        removed.map(({ docId }) => docId),
      );
    }
  }

  async function find(
    db: Db,
    prepared: PreparedQuery,
    { kind, limit }: { kind: string | null; limit: number },
  ): Promise<(DocKey & { at: string })[]> {
    const { query } = prepared;
    const strict = strictMatch(index, query, kind);
    const hasWords = query.words.length > 0 || query.phrases.length > 0;
    if (hasWords && matchesNothing(prepared)) return [];
    const titleMatches = await listTitled(db, query, strict);
    const others = hasWords
      ? await best(db, prepared, strict, limit)
      : await index.newest(db, toMatch(index, strict), { span: spanOfQuery(query), limit });
    return listDocs(db, [...new Set([...titleMatches, ...others])].slice(0, limit), query);
  }

  /** Returns the newest matches. The index lists the newest first, so common words cost no more than rare ones. */
  async function latest(
    db: Db,
    { query }: PreparedQuery,
    { kind, limit }: { kind: string | null; limit: number },
  ): Promise<DocKey[]> {
    const match = toMatch(index, strictMatch(index, query, kind), query.words.map(index.phrase));
    return listDocs(db, await index.newest(db, match, { span: spanOfQuery(query), limit }), query);
  }

  /** Returns the newest docs whose title equals the query. */
  async function listTitled(db: Db, query: RankedQuery, strict: Strict): Promise<number[]> {
    const title = titleFacet(query.text);
    if (title === null) return [];
    const match = toMatch(index, strict, [index.anyFacet([title])]);
    return index.newest(db, match, { span: spanOfQuery(query), limit: MAX_TITLE_MATCHES });
  }

  /** Returns the hits with all words first, then the others, each group with the best first. */
  async function best(
    db: Db,
    { query, all, some }: PreparedQuery,
    strict: Strict,
    limit: number,
  ): Promise<number[]> {
    const phrases = query.phrases.map((text) => ({ match: index.phrase(text), docs: null }));
    const rank = (matches: readonly Match[], words: readonly Word[], candidates = MAX_CANDIDATES) =>
      index.best(db, toMatch(index, strict, matches), {
        span: spanOfQuery(query),
        terms: [...words, ...phrases],
        candidates,
        limit,
      });
    const chosen = selectRarest(some);
    const anyChosen = [index.anyOf(chosen.map(({ match }) => match))];
    // Ranking time grows with the number of docs per word. If few docs have all words, all of those are shown anyway.
    if (phrases.length === 0 && some.length > 1 && some.every(({ docs }) => docs > MAX_DOCS_OF_WORD)) {
      const newest = (matches: readonly Match[], most: number) =>
        index.newest(db, toMatch(index, strict, matches), { span: spanOfQuery(query), limit: most });
      const firstMatches = await newest(all, limit + 1);
      if (firstMatches.length <= limit)
        return firstMatches.length === limit
          ? firstMatches
          : [...firstMatches, ...(await newest(anyChosen, limit))];
    }
    const complete = await rank(all, some);
    if (complete.length >= limit || (some.length < 2 && some[0]?.match === all[0])) return complete;
    const candidates = some.length > 2 ? MAX_CANDIDATES : Math.max(limit, MAX_PARTIAL_CANDIDATES);
    const partial = await rank(anyChosen, chosen, candidates);
    return [...complete, ...partial];
  }

  async function count(
    db: Db,
    prepared: PreparedQuery,
    { kinds, most }: { kinds: readonly string[]; most: number },
  ): Promise<Record<string, number>> {
    const { query, some } = prepared;
    const loose = some.length === 0 ? [] : [index.anyOf(some.map(({ match }) => match))];
    const counts: Record<string, number> = {};
    for (const kind of kinds) {
      const match = toMatch(index, strictMatch(index, query, kind), loose);
      counts[kind] = matchesNothing(prepared)
        ? 0
        : await index.count(db, match, { span: spanOfQuery(query), most: most + 1 });
    }
    return counts;
  }
}

async function prepareQuery(db: Db, index: WordIndex, request: RankedQuery): Promise<PreparedQuery> {
  const query = withoutDuplicates(request);
  const all: Word[] = [];
  const some = new Map<string, Word>();
  const docsByWord = new Map<string, number>();
  for (const [position, text] of query.words.entries()) {
    const isLast = position === query.words.length - 1;
    const whole =
      query.isTyping && isLast
        ? await findPrefix(db, index, text)
        : await findWord(db, index, index.phrase(text));
    docsByWord.set(text, whole?.docs ?? 0);
    const isSimpleWord = !COMPOUND.test(text) && !isUnspaced(text);
    const found = whole && isSimpleWord ? [] : await findParts(db, index, text);
    const parts = whole && found.length === 0 ? [whole] : found;
    all.push(...(whole ? [whole] : parts));
    for (const part of parts) some.set(keyOf(part), part);
  }
  // Short queries retain all words.
  const hasEnough = Math.max(all.length, some.size) > MIN_OTHER_WORDS;
  const common =
    hasEnough && [...all, ...some.values()].some(({ docs }) => docs > MIN_COMMON_DOCS)
      ? Math.max(MIN_COMMON_DOCS, Math.floor((await countDocs(db)) * COMMON_SHARE))
      : MIN_COMMON_DOCS;
  return {
    query,
    all: withoutCommon(all, common).map(({ match }) => match),
    some: withoutCommon([...some.values()], common),
    docsByWord,
  };
}

/**
 * Unifies letters and removes repeated expressions. Each costs as much again, and twice as much with every matching
 * text.
 */
const withoutDuplicates = (query: RankedQuery): RankedQuery => ({
  ...query,
  words: uniqueFolded(query.words.map(unifyLetters)),
  phrases: uniqueFolded(query.phrases.map(unifyLetters)),
  excluded: uniqueFolded(query.excluded.map(unifyLetters)),
  by: query.by.map(({ name, userIds }) => ({ name: unifyLetters(name), userIds })),
});

/** A prefix matches more words than the word itself, so its key differs. */
const keyOf = ({ match }: Word): string => (match.endsWith("*") ? match : (foldWords(match) ?? match));

/** Removes common words if enough others remain. */
function withoutCommon(words: readonly Word[], common: number): readonly Word[] {
  const rarer = words.filter(({ docs }) => docs <= common);
  return rarer.length >= MIN_OTHER_WORDS ? rarer : words;
}

async function findWord(db: Db, index: WordIndex, match: Match): Promise<Word | null> {
  const docs = await index.estimate(db, match, MAX_DOCS_OF_WORD + 1);
  return docs === 0 ? null : { match, docs };
}

/**
 * Returns a prefix for a partly typed word. Tries shorter ones too, because the index contains stems. A very common
 * word counts as typed completely, since all words that it begins would take several times as long.
 */
async function findPrefix(db: Db, index: WordIndex, text: string): Promise<Word | null> {
  const whole = await findWord(db, index, index.phrase(text));
  if (whole && whole.docs > MAX_DOCS_OF_WORD) return whole;
  const chars = Array.from(text);
  const shortest = Math.max(MIN_PREFIX_LENGTH, chars.length - MAX_ENDING_LENGTH);
  for (let length = chars.length; length >= shortest; length -= 1) {
    const word = await findWord(db, index, index.beginning(chars.slice(0, length).join("")));
    if (word) return word;
  }
  return whole;
}

const BETWEEN_PARTS = /[^\p{L}\p{N}\p{M}]+/u;
const COMPOUND = /[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]/u;

/**
 * Returns the parts of a compound: "high-speed" is also written "high speed". The 4 of "gpt-4" is too common alone.
 * Words without spaces between them are parts too.
 */
async function findParts(db: Db, index: WordIndex, text: string): Promise<Word[]> {
  const parts = uniqueFolded(
    text
      .split(BETWEEN_PARTS)
      .filter((part) => part !== "")
      .flatMap(segmentKeywords),
  );
  const longer = parts.filter((part) => part.length > 1);
  const foundParts: Word[] = [];
  for (const part of longer.length > 0 ? longer : parts) {
    const word = await findWord(db, index, index.phrase(part));
    if (word) foundParts.push(word);
  }
  return foundParts;
}

/** True if the index contains none of the words. */
const matchesNothing = ({ query, some }: PreparedQuery): boolean =>
  query.words.length > 0 && some.length === 0;

/** Maximum number of title matches that come first. */
const MAX_TITLE_MATCHES = 5;

/** Returns the rarest words that together match few enough docs, at least one word. */
function selectRarest(words: readonly Word[]): Word[] {
  const chosen: Word[] = [];
  let docs = 0;
  for (const word of words.toSorted((one, other) => one.docs - other.docs)) {
    docs += word.docs;
    if (chosen.length > 0 && docs > MAX_DOCS_OF_RARE_WORDS) break;
    chosen.push(word);
  }
  return chosen;
}

/** Required and excluded conditions. */
interface Strict {
  needed: Match[];
  excluded: Match[];
}

const ALL_KINDS = [...ITEM_KINDS, "comment"];

function strictMatch(
  index: WordIndex,
  { phrases, excluded, kinds, tags, by, verdicts }: RankedQuery,
  kind: string | null,
): Strict {
  return {
    needed: [
      ...phrases.map(index.phrase),
      ...tags.map((tag) => index.anyFacet([tagFacet(tag)])),
      ...by.map(({ name, userIds }) => {
        const matchesByName = index.inPeople(name);
        return userIds.length === 0
          ? matchesByName
          : index.anyOf([matchesByName, index.anyFacet(userIds.map(personFacet))]);
      }),
      ...(kinds.length === 0 ? [] : [index.anyFacet(kinds.map(kindFacet))]),
      ...(verdicts.length === 0 ? [] : [index.anyFacet(verdicts.map(verdictFacet))]),
      ...(kind === null ? [] : [index.anyFacet([kindFacet(kind)])]),
    ],
    excluded: excluded.map(index.phrase),
  };
}

function toMatch(index: WordIndex, { needed, excluded }: Strict, more: readonly Match[] = []): Match {
  const parts = [...needed, ...more];
  // An exclusion needs a set to exclude from.
  const present = index.allOf(parts.length === 0 ? [index.anyFacet(ALL_KINDS.map(kindFacet))] : parts);
  return excluded.length === 0 ? present : index.except(present, excluded);
}

/**
 * Converts a time range to an id range. Docs may be stored in a later span if theirs was full, so `listDocs` checks
 * the time.
 */
const spanOfQuery = ({ after, before }: RankedQuery): IdSpan => ({
  from: after === null ? null : spanOf(after),
  below: before === null ? null : spanOf(before) + IDS_OF_SPAN,
});

async function listDocs(
  db: Db,
  ids: readonly number[],
  { after, before }: RankedQuery,
): Promise<(DocKey & { at: string })[]> {
  const rows = await db
    .selectFrom("search_docs")
    .select(["docId", "kind", "itemId", "at"])
    .where("docId", "in", engineOf(db).valuesOf(ids))
    .execute();
  const byId = new Map(rows.map(({ docId, ...doc }) => [docId, doc]));
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ at }) => (after === null || at >= after) && (before === null || at < before));
}

/** Counts docs up to a limit, which takes a few milliseconds at most. */
async function countDocs(db: Db): Promise<number> {
  const { docs } = await db
    .selectFrom(db.selectFrom("search_docs").select("docId").limit(MAX_COUNTED_DOCS).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("docs"))
    .executeTakeFirstOrThrow();
  return docs;
}
