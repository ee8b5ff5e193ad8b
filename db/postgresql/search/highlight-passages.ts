import { sql } from "kysely";

import { isUnspaced, UNSPACED_LETTER } from "#shared/search/words.ts";

import type { Db } from "../../database.ts";
import {
  beginningOf,
  MATCH_END,
  MATCH_START,
  type Passage,
  type PreparedQuery,
} from "../../search/ranked-search.ts";
import {
  anyWordOf,
  phrase,
  wordsOfPhrase,
  CONFIGURATION,
  joinWords,
  type TextWord,
  wordsOf,
} from "./text-query.ts";

/** Maximum length of a shown passage, in words. */
const PASSAGE_WORDS = 32;
/** Maximum number of words scanned in a text. */
const MAX_WORDS = 20_000;

/** Highlights matching words in titles and in the best passages of bodies. */
export async function highlightPassages(
  db: Db,
  { query, all, some }: PreparedQuery,
  passages: readonly Passage[],
): Promise<Passage[]> {
  const matches = [...all, ...some.map(({ match }) => match), ...query.phrases.map(phrase)];
  if (matches.length === 0) return passages.map(({ title, body }) => ({ title, body: beginningOf(body) }));
  const texts = passages.flatMap(({ title, body }) => [title, body]);
  const words = texts.map((text) => Array.from(wordsOf(text).take(MAX_WORDS)));
  const phrases = matches.map(wordsOfPhrase);
  const hits = (await findHits(db, anyWordOf(matches), words)).map((ofText, index) =>
    withoutParts(ofText, words[index] ?? [], phrases),
  );
  return passages.map(({ title, body }, index) => {
    const ofTitle = hits[index * 2] ?? [];
    const ofBody = hits[index * 2 + 1] ?? [];
    const isFound = ofTitle.length + ofBody.length > 0;
    return {
      title: highlight(title, ofTitle, { start: 0, end: title.length }),
      body: isFound ? bestPassage(body, words[index * 2 + 1] ?? [], ofBody) : beginningOf(body),
    };
  });
}

/** Matching word with its index in the text. */
interface Hit extends TextWord {
  at: number;
}

async function findHits(db: Db, match: string, texts: readonly TextWord[][]): Promise<Hit[][]> {
  const { rows } = await sql<{ marked: string }>`
    select ts_headline(${CONFIGURATION}, words, match, 'HighlightAll=true, StartSel=<, StopSel=>') as marked
    from unnest(${texts.map(joinWords)}::text[]) with ordinality as text (words, number),
      to_tsquery(${CONFIGURATION}, ${match}) as match
    order by number`.execute(db);
  return rows.map(({ marked }, index) => {
    const words = marked.split(" ");
    return (texts[index] ?? []).flatMap((word, at) => (words[at]?.includes("<") ? { ...word, at } : []));
  });
}

/** Removes matching letters of a word without spaces, unless the word's other letters are next to them. */
function withoutParts(
  hits: readonly Hit[],
  words: readonly TextWord[],
  phrases: readonly string[][],
): readonly Hit[] {
  if (!hits.some(({ word }) => isUnspaced(word))) return hits;
  const whole = new Set<number>();
  for (const letters of phrases) {
    let end = 0;
    for (const start of words.keys()) {
      if (letters.some((letter, index) => words[start + index]?.word !== letter)) continue;
      // Matches may overlap.
      for (let at = Math.max(start, end); at < start + letters.length; at += 1) whole.add(at);
      end = start + letters.length;
    }
  }
  return hits.filter(({ word, at }) => !isUnspaced(word) || whole.has(at));
}

/** Returns the passage with the most different matching words, or the beginning. */
function bestPassage(text: string, words: readonly TextWord[], hits: readonly Hit[]): string {
  let best: readonly Hit[] = [];
  let mostWords = 0;
  for (const [index, { at }] of hits.entries()) {
    const near = hits.slice(index, index + PASSAGE_WORDS).filter((hit) => hit.at < at + PASSAGE_WORDS);
    const found = new Set(near.map(({ word }) => word)).size;
    if (found > mostWords) [best, mostWords] = [near, found];
  }
  // Center the match if there is enough text on both sides.
  const first = best[0]?.at ?? 0;
  const spare = PASSAGE_WORDS - ((best.at(-1)?.at ?? 0) - first + 1);
  const from = Math.max(0, Math.min(first - Math.floor(spare / 2), words.length - PASSAGE_WORDS));
  const to = from + PASSAGE_WORDS;
  const isCut = to < words.length || words.length === MAX_WORDS;
  const start = from === 0 ? 0 : (words[from]?.start ?? 0);
  const end = isCut ? (words[Math.min(to, words.length) - 1]?.end ?? 0) : text.length;
  const shown = hits.filter(({ at }) => at >= from && at < to);
  return `${start > 0 ? "…" : ""}${highlight(text, shown, { start, end })}${end < text.length ? "…" : ""}`;
}

/** Returns a part of a text with highlighted words. */
function highlight(
  text: string,
  hits: readonly Hit[],
  { start, end }: { start: number; end: number },
): string {
  let marked = "";
  let done = start;
  for (const hit of hits) {
    if (hit.start < done) continue;
    marked += text.slice(done, hit.start) + MATCH_START + text.slice(hit.start, hit.end) + MATCH_END;
    done = hit.end;
  }
  return joinMatches(marked + text.slice(done, end));
}

/** Matches the separator in a compound that matches as a whole, such as "high-speed". */
const BETWEEN_MATCHES = new RegExp(
  String.raw`${MATCH_END}((?:(?!${UNSPACED_LETTER})[^\s${MATCH_START}])*)${MATCH_START}`,
  "gu",
);

const joinMatches = (marked: string): string => marked.replaceAll(BETWEEN_MATCHES, "$1");
