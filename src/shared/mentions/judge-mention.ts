import { lazy } from "#shared/kernel/lazy.ts";

import type { Candidate, Verdict } from "./candidate.ts";
import { hasContextWord } from "./context-words.ts";
import { ownHost } from "./hosts.ts";
import { neighboursInLists } from "./lists.ts";
import type { CountOf, MentionReason, Name } from "./mentions.ts";
import { hasSymbols, isAmbiguousName, isForPersonsOnly, isSeenEnough } from "./names/ambiguity.ts";
import { isOtherMeaning } from "./names/ambiguous-names.ts";
import type { Hit } from "./names/name-table.ts";
import type { ParsedName } from "./names/names.ts";
import { TextClues } from "./text-clues.ts";
import { fold, isLowerCase, spelledAt, splitWords, type TextWords } from "./words.ts";

const AMBIGUOUS = { hidden: "ambiguous" } as const;

/** Decides about a name by its immediate context. */
export function judgeMatch(
  words: TextWords,
  { place }: Hit<Name>,
  name: ParsedName<Name>,
  countOf: CountOf,
): Verdict {
  const { folded } = words;
  const { length } = name.words;
  if (isForPersonsOnly(name, countOf)) return { hidden: "persons-only" };
  const beside = { before: folded[place - 1] ?? "", behind: folded[place + length] ?? "" };
  if (isOtherMeaning(name.words, beside)) return AMBIGUOUS;
  if (!isAmbiguousName(name, countOf))
    return isSmallPlainWord(words, place, name, countOf) ? AMBIGUOUS : { reason: sureReason(name) };
  const isSpelled = name.spelled.every((word, offset) => spelledAt(words, place + offset) === word);
  if (!isSpelled) return AMBIGUOUS;
  if (length > 1) return { reason: "several-words" };
  return hasContextWord(folded, place, length) ? { reason: "context-word" } : null;
}

/** True if only a capital could distinguish the name from a word, as in "to access", with too few counts. */
function isSmallPlainWord(
  words: TextWords,
  place: number,
  name: ParsedName<Name>,
  countOf: CountOf,
): boolean {
  const [first = "", ...others] = name.spelled;
  const isPlainWord = others.length === 0 && /^\p{Lu}\p{Ll}+$/u.test(first);
  return isPlainWord && !isSeenEnough(name, countOf) && isLowerCase(spelledAt(words, place));
}

function sureReason(name: ParsedName<Name>): MentionReason {
  if (hasSymbols(name)) return "marks";
  return name.words.length > 1 ? "several-words" : "plain";
}

/** Decides the open candidates by the rest of the text. */
export function judgeByText(words: TextWords, candidates: readonly Candidate[]): void {
  const clues = new TextClues(words);
  const meant = new Map<string, Set<string>>();
  const note = ({ item, folded }: ParsedName<Name>) =>
    meant.set(item.target, (meant.get(item.target) ?? new Set()).add(folded));
  for (const { name, verdict } of candidates) if (verdict !== null && "reason" in verdict) note(name);
  const open = candidates.filter(({ verdict }) => verdict === null);
  const clueOf = new Map(open.map(({ name }) => [name, lazy(() => findClue(clues, name))]));
  for (const candidate of open) {
    const { name } = candidate;
    const reason = clueOf.get(name)?.() ?? otherName(name, meant) ?? placeClue(clues, candidate);
    if (reason === null) continue;
    candidate.verdict = { reason };
    note(name);
  }
  judgeLists(words.text, candidates, note);
  // A text that certainly mentions a tool once means it wherever the name has its own spelling.
  for (const candidate of open) {
    candidate.verdict ??= meant.has(candidate.name.item.target) ? { reason: "meant-elsewhere" } : AMBIGUOUS;
  }
}

/** Accepts candidates listed with accepted ones. Scans lists in both directions. */
function judgeLists(text: string, candidates: readonly Candidate[], note: (name: ParsedName<Name>) => void) {
  const neighbours = neighboursInLists(text, candidates);
  for (const candidate of [...candidates, ...candidates.toReversed()]) {
    if (candidate.verdict !== null) continue;
    if (!neighbours.get(candidate)?.some(({ verdict }) => verdict !== null && "reason" in verdict)) continue;
    candidate.verdict = { reason: "in-list" };
    note(candidate.name);
  }
}

/** Returns the evidence in a text for a name anywhere in it. */
function findClue(clues: TextClues, { words, item }: ParsedName<Name>): MentionReason | null {
  if (clues.hasHost(ownHost(item.url ?? null))) return "host";
  const maker = splitWords(item.company ?? "").map(fold);
  // The company's name is no evidence if it equals the tool's.
  if (maker.length === 0 || maker[0] === words[0]) return null;
  return clues.hasWords(maker) || clues.hasWords([maker.join("")]) ? "company" : null;
}

function otherName(
  { item, folded }: ParsedName<Name>,
  meant: ReadonlyMap<string, ReadonlySet<string>>,
): MentionReason | null {
  const names = meant.get(item.target);
  return names && (names.size > 1 || !names.has(folded)) ? "other-name" : null;
}

const placeClue = (clues: TextClues, { name, hit }: Candidate): MentionReason | null =>
  clues.isCapitalAmongSmall(hit.place, name.words.length) && clues.isAboutAi(name.words) ? "about-ai" : null;
