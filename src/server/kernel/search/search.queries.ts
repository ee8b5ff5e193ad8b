import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { openForReading } from "#db/open-for-reading.ts";
import {
  type DocKey,
  MATCH_END,
  MATCH_START,
  type PreparedQuery,
  type RankedQuery,
} from "#db/search/ranked-search.ts";
import type { IndexedDoc } from "#server/kernel/texts/text-source.ts";
import { loadDocs } from "#server/kernel/texts/texts.queries.ts";
import { itemAddress, mapKinds } from "#shared/kernel/item-address.ts";
import {
  isCommonWord,
  MAX_COUNTED,
  MAX_RESULTS,
  parseSearch,
  SEARCH_KINDS,
  type SearchAnswer,
  type SearchKind,
  type SearchQuery,
  type SearchRequest,
  type SearchResult,
  type TextPart,
} from "#shared/search/search.ts";

import { isIndexComplete } from "./search-index.queries.ts";
import { readStems } from "./stems.ts";

/** Input of a worker for one search. */
export interface SearchTask {
  databaseUrl: string;
  request: Omit<SearchRequest, "cursor">;
  /** Number of results on the previous pages. */
  offset: number;
}

/** Connections of this thread, reused by the next search. */
const connections = new Map<string, Promise<Db>>();

/** Runs a search in its own thread, on its own read-only connection. */
export const runSearch = async ({ databaseUrl, ...task }: SearchTask): Promise<SearchAnswer> =>
  search(await openConnection(databaseUrl), task);

/** Returns this thread's read-only connection to a database. */
export function openConnection(databaseUrl: string): Promise<Db> {
  const open = connections.get(databaseUrl);
  if (open) return open;
  const opening = openForReading(databaseUrl).catch((error: unknown) => {
    connections.delete(databaseUrl);
    throw error;
  });
  connections.set(databaseUrl, opening);
  return opening;
}

/** Input of a worker for the latest results of a search. */
export interface LatestSearchTask {
  databaseUrl: string;
  q: string;
  /** Null for all kinds. */
  kind: SearchKind | null;
  limit: number;
}

/** Returns the latest items that match all terms, in its own thread like `runSearch`. */
export async function runLatestSearch({
  databaseUrl,
  q,
  kind,
  limit,
}: LatestSearchTask): Promise<SearchResult[]> {
  const db = await openConnection(databaseUrl);
  const prepared = await prepareSearch(db, parseSearch(q), "words");
  return toResults(db, prepared, await engineOf(db).search.latest(db, prepared, { kind, limit }));
}

/** Number of docs whose sentences are compared with a question. */
const DOCS_FOR_QUESTION = 20;
/** Further words of a question are ignored. */
const MAX_QUESTION_WORDS = 40;

/**
 * Returns the docs that match a question best, and the inverse document frequency of its stems. Returns no docs if the
 * question has only common words.
 */
export async function findForQuestion(
  db: Db,
  question: string,
): Promise<{ keys: readonly DocKey[]; weightOf: (stem: string) => number }> {
  const wordOf = new Map(
    readStems(question)
      .slice(0, MAX_QUESTION_WORDS)
      .map(({ word, stem }) => [stem, word]),
  );
  const words = [...wordOf.values()];
  if (words.length === 0) return { keys: [], weightOf: () => 0 };
  const { search: index } = engineOf(db);
  const query = { ...toRankedQuery(parseSearch(""), "words", []), text: question, words };
  const prepared = await index.prepare(db, query);
  const keys = await index.find(db, prepared, { kind: null, limit: DOCS_FOR_QUESTION });
  const docs = await index.countDocs(db);
  const docsWith = (stem: string) => prepared.docsByWord.get(wordOf.get(stem) ?? "") ?? docs;
  return {
    keys,
    weightOf: (stem) => Math.log(1 + docs / Math.max(0.5, docsWith(stem))),
  };
}

/** Prepares the index query. Looks up the users named in the search. */
async function prepareSearch(
  db: Db,
  query: SearchQuery,
  mode: SearchRequest["mode"],
): Promise<PreparedQuery> {
  const by = [];
  for (const name of query.by) by.push({ name, userIds: await listUserIdsNamed(db, name) });
  return engineOf(db).search.prepare(db, toRankedQuery(query, mode, by));
}

async function search(
  db: Db,
  { request: { q, kind, mode, limit }, offset }: Omit<SearchTask, "databaseUrl">,
): Promise<SearchAnswer> {
  const query = parseSearch(q);
  const prepared = await prepareSearch(db, query, mode);
  const end = Math.min(offset + limit, MAX_RESULTS);
  const keys = await engineOf(db).search.find(db, prepared, {
    kind: kind ?? null,
    limit: Math.min(end + 1, MAX_RESULTS),
  });
  const counted = query.kinds.length === 0 ? SEARCH_KINDS : query.kinds;
  const counts = await engineOf(db).search.count(db, prepared, { kinds: counted, most: MAX_COUNTED });
  const hints = (await isIndexComplete(db))
    ? []
    : ["Indexing existing content. Some results may be missing."];
  return {
    items: await toResults(db, prepared, keys.slice(offset, end)),
    nextCursor: keys.length > end ? String(end) : null,
    counts: { ...mapKinds(SEARCH_KINDS, () => 0), ...counts },
    hints: [...query.hints, ...hints],
  };
}

/**
 * Builds the ranked index query. Drops common words, which occur everywhere. If only those remain, it returns the
 * newest items that pass the filters.
 */
export function toRankedQuery(
  { words, endsInWord, isCommon, phrases, excluded, kinds, tags, verdicts, after, before }: SearchQuery,
  mode: SearchRequest["mode"],
  by: RankedQuery["by"],
): RankedQuery {
  const isTyping = mode === "typing" && endsInWord;
  const last = words.length - 1;
  const isWanted = (word: string, index: number) => !isCommonWord(word) || (isTyping && index === last);
  return {
    text: [...phrases, ...words].join(" "),
    words: isCommon && !isTyping ? [] : words.filter(isWanted),
    isTyping,
    phrases,
    excluded,
    kinds,
    tags,
    by,
    verdicts,
    after,
    before,
  };
}

/** Reads the texts of the results from their tables. Skips deleted items. */
async function toResults(
  db: Db,
  prepared: PreparedQuery,
  keys: readonly { kind: string; itemId: string }[],
): Promise<SearchResult[]> {
  const loaded = new Map<string, IndexedDoc>();
  for (const kind of SEARCH_KINDS) {
    const ids = keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId);
    for (const doc of await loadDocs(db, kind, ids)) loaded.set(`${kind} ${doc.itemId}`, doc);
  }
  const docs = keys.flatMap(({ kind, itemId }) => loaded.get(`${kind} ${itemId}`) ?? []);
  const highlighted = await engineOf(db).search.highlight(
    db,
    prepared,
    docs.map(({ heading, body }) => ({ title: heading, body })),
  );
  return docs.map((doc, index) => ({
    kind: doc.kind,
    id: doc.itemId,
    title: toParts(highlighted[index]?.title ?? doc.heading),
    snippet: toParts(highlighted[index]?.body ?? ""),
    people: doc.shownPeople,
    date: doc.at,
    address: resultAddress(doc),
  }));
}

/** Returns the path of a found item, or of a comment in its discussion. */
export function resultAddress({ kind, itemId, subject }: IndexedDoc): string {
  if (kind !== "comment") return itemAddress({ kind, id: itemId });
  return subject === null ? "" : itemAddress(subject, itemId);
}

/** Splits a highlighted text into parts. Text between the highlight characters matches. */
function toParts(marked: string): TextPart[] {
  return marked.split(MATCH_START).flatMap((piece, index) => {
    if (index === 0) return piece === "" ? [] : [{ text: piece, isMatch: false }];
    const [match = "", rest = ""] = piece.split(MATCH_END);
    return [{ text: match, isMatch: true }, ...(rest === "" ? [] : [{ text: rest, isMatch: false }])];
  });
}

/** Lists the ids of users with this name, under any of their names. */
async function listUserIdsNamed(db: Db, name: string): Promise<string[]> {
  const users = await db
    .selectFrom("users")
    .select(["id", "username", "displayName", "firstName", "lastName"])
    .execute();
  const words = splitWords(name);
  return users
    .filter(({ username, displayName, firstName, lastName }) => {
      const names = new Set(splitWords([username, displayName, firstName, lastName].join(" ")));
      return words.every((word) => names.has(word));
    })
    .map(({ id }) => id);
}

/** Splits a text into words normalized like names: without case and accents. */
const splitWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
