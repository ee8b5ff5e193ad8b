import {
  hasSymbols,
  isAmbiguousName,
  isRejectedName,
  hasEnoughOccurrences,
  isOtherMeaning,
  listedAmbiguity,
} from "#shared/mentions/names/ambiguous-names.ts";
import type { ParsedName } from "#shared/mentions/names/names.ts";

import type { CountOf, MentionReason, Name, HiddenReason } from "./mentions.ts";
import type { Hit } from "./names/name-table.ts";
import type { TextClues } from "./text-clues.ts";
import { ownHost } from "./tool-hosts.ts";
import { fold, isLowerCase, spelledAt, splitWords, type TextWords } from "./words.ts";

/** Match decision for a name. Null while it depends on the rest of the text. */
type MatchDecision = { reason: MentionReason } | { hidden: HiddenReason } | null;

/** Name at a position, which may or may not refer to the item. */
export interface Candidate {
  hit: Hit<Name>;
  name: ParsedName<Name>;
  decision: MatchDecision;
}

/** Separators in lists: "R, SPSS and Excel", "Cursor/Windsurf", "Linear vs. Jira". */
const LIST_SEPARATOR =
  /^\s{0,2}(?:[,;/&|·•]\s{0,2})?(?:(?:and|or|vs|versus|und|oder|et|ou|e|y|o)(?![\p{L}\p{N}])\.?\s{0,2})?$/iu;
const MAX_SEPARATOR_LENGTH = 16;

/** Returns the candidates next to another one in a list, in either direction. */
function neighboursInLists(text: string, candidates: readonly Candidate[]): Map<Candidate, Candidate[]> {
  const neighbours = new Map<Candidate, Candidate[]>();
  const addNeighbour = (one: Candidate, other: Candidate) =>
    neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  for (const [index, one] of candidates.entries()) {
    for (const other of candidates.slice(index + 1, index + 8)) {
      if (other.hit === one.hit || other.hit.start - one.hit.end > MAX_SEPARATOR_LENGTH) continue;
      const gap = text.slice(one.hit.end, other.hit.start);
      if (gap.trim() === "" || !LIST_SEPARATOR.test(gap)) continue;
      addNeighbour(one, other);
      addNeighbour(other, one);
    }
  }
  return neighbours;
}

/** Words next to an ambiguous name that indicate a product or its maker. */
const CONTEXT_WORDS = new Set(
  `app apps application applications tool tools toolkit toolkits software model models platform platforms library
  libraries plugin plugins package packages framework frameworks version versions v api apis sdk cli ide program programs
  programming language suite service chatbot assistant extension startup company inc ltd llc corp gmbh`.split(
    /\s+/u,
  ),
);
const CONTEXT_DISTANCE = 4;

/** True if one of those words is within four words of a name. */
function hasContextWord(folded: readonly string[], index: number, length: number): boolean {
  const end = Math.min(folded.length, index + length + CONTEXT_DISTANCE);
  for (let at = Math.max(0, index - CONTEXT_DISTANCE); at < end; at += 1) {
    const isOutside = at < index || at >= index + length;
    if (isOutside && CONTEXT_WORDS.has(folded[at] ?? "")) return true;
  }
  return false;
}

const AMBIGUOUS = { hidden: "ambiguous" } as const;

interface ScannedText {
  words: TextWords;
  clues: TextClues;
  /** True for a headline and its text, whose publication is known. */
  isPublished: boolean;
}

/** Decides about a name by its immediate context. */
export function judgeMatch(
  { words, clues, isPublished }: ScannedText,
  { index }: Hit<Name>,
  name: ParsedName<Name>,
  countOf: CountOf,
): MatchDecision {
  const { folded } = words;
  const { length } = name.words;
  if (isRejectedName(name, countOf)) return { hidden: "persons-only" };
  const adjacent = { before: folded[index - 1] ?? "", after: folded[index + length] ?? "" };
  if (isOtherMeaning(name.words, adjacent)) return AMBIGUOUS;
  const ambiguity = listedAmbiguity(name.folded);
  if (!isAmbiguousName(name, countOf)) {
    if (ambiguity === "famous")
      return hasSurname(clues, index, length) ? null : { reason: unambiguousReason(name) };
    return isLowercasePlainWord(words, index, name, countOf)
      ? judgeBySite(clues, name)
      : { reason: unambiguousReason(name) };
  }
  const isSpelled = name.spelled.every((word, offset) => spelledAt(words, index + offset) === word);
  if (!isSpelled) return judgeBySite(clues, name);
  if (length > 1) return ambiguity === "none" ? { reason: "several-words" } : null;
  return !isPublished && hasContextWord(folded, index, length) ? { reason: "context-word" } : null;
}

/** Accepts a name, in any spelling, only if the text contains its site or is published on it. */
export const judgeBySite = (clues: TextClues, { item }: ParsedName<Name>): NonNullable<MatchDecision> =>
  clues.hasSite(ownHost(item.url ?? null)) ? { reason: "host" } : AMBIGUOUS;

/**
 * True for a lowercase word that only a capital could make a name, as in "to access", if the counts are too few to
 * decide.
 */
function isLowercasePlainWord(
  words: TextWords,
  index: number,
  name: ParsedName<Name>,
  countOf: CountOf,
): boolean {
  const [first = "", ...others] = name.spelled;
  const isPlainWord = others.length === 0 && /^\p{Lu}\p{Ll}+$/u.test(first);
  return isPlainWord && !hasEnoughOccurrences(name, countOf) && isLowerCase(spelledAt(words, index));
}

/** True if a surname follows. */
const hasSurname = (clues: TextClues, index: number, length: number): boolean =>
  clues.isFollowedByCapital(index, length) && !clues.isProduct(index, length);

function unambiguousReason(name: ParsedName<Name>): MentionReason {
  if (hasSymbols(name)) return "marks";
  return name.words.length > 1 ? "several-words" : "plain";
}

/** Decides the open candidates by the rest of the text. */
export function judgeByText(text: ScannedText, candidates: readonly Candidate[]): void {
  const acceptedNames = new Map<string, Set<string>>();
  const addAccepted = ({ item, folded }: ParsedName<Name>) =>
    acceptedNames.set(item.target, (acceptedNames.get(item.target) ?? new Set()).add(folded));
  for (const { name, decision } of candidates)
    if (decision !== null && "reason" in decision) addAccepted(name);
  const undecided = candidates.filter(({ decision }) => decision === null);
  const evidence = new Map(undecided.map(({ name }) => [name, findEvidence(text.clues, name)]));
  for (const candidate of undecided) {
    const { name } = candidate;
    const evidenceOfName = evidence.get(name);
    const reason =
      evidenceOfName?.reason ??
      otherNameReason(name, acceptedNames) ??
      (evidenceOfName ? judgeContext(text, candidate, evidenceOfName.topic) : null);
    if (reason === null) continue;
    candidate.decision = { reason };
    addAccepted(name);
  }
  judgeLists(text.words.text, candidates, addAccepted);
  // A text that certainly mentions a tool once means it wherever the name has its own spelling.
  for (const candidate of undecided) {
    candidate.decision ??= acceptedNames.has(candidate.name.item.target)
      ? { reason: "meant-elsewhere" }
      : AMBIGUOUS;
  }
}

/** Accepts candidates listed with accepted ones. Scans lists in both directions. */
function judgeLists(
  text: string,
  candidates: readonly Candidate[],
  addAccepted: (name: ParsedName<Name>) => void,
) {
  const neighbours = neighboursInLists(text, candidates);
  for (const candidate of [...candidates, ...candidates.toReversed()]) {
    if (candidate.decision !== null) continue;
    if (!neighbours.get(candidate)?.some(({ decision }) => decision !== null && "reason" in decision))
      continue;
    candidate.decision = { reason: "in-list" };
    addAccepted(candidate.name);
  }
}

/**
 * Evidence in a text: a sufficient reason to accept the name anywhere in it, or the topic, which only helps in some
 * contexts.
 */
interface Evidence {
  reason: MentionReason | null;
  topic: "publisher" | "about-ai" | null;
}

function findEvidence(clues: TextClues, { words, item }: ParsedName<Name>): Evidence {
  if (clues.hasSite(ownHost(item.url ?? null))) return { reason: "host", topic: null };
  const maker = splitWords(item.company ?? "").map(fold);
  // The company's name is no evidence if it equals the tool's.
  const isNameEvidence = maker.length > 0 && maker[0] !== words[0];
  if (isNameEvidence && clues.hasCompany(maker)) return { reason: "company", topic: null };
  if (clues.isPublishedBy(maker, isNameEvidence)) return { reason: null, topic: "publisher" };
  // A tool's own name is no evidence of the topic, unless it contains "AI".
  return { reason: null, topic: clues.isAboutAi(words.length === 1 ? words : []) ? "about-ai" : null };
}

/** Accepts a name by the words next to it. The more other meanings it has, the more evidence it needs. */
function judgeContext(
  { clues, isPublished }: ScannedText,
  { name, hit: { index } }: Candidate,
  topic: Evidence["topic"],
): MentionReason | null {
  const { length } = name.words;
  const ambiguity = listedAmbiguity(name.folded);
  if (ambiguity === "famous") return topic;
  if (ambiguity === "rare") return topic ?? (clues.isFollowedByNumber(index, length) ? "number" : null);
  if (ambiguity === "person") return topic === "about-ai" && hasSurname(clues, index, length) ? null : topic;
  const isByMaker = topic === "publisher";
  const isDistinctive =
    clues.isProduct(index, length) ||
    (clues.isCapitalAmongLowercase(index, length) &&
      (!isPublished || isByMaker || !clues.isInHeadline(index)));
  return isDistinctive ? topic : null;
}

function otherNameReason(
  { item, folded }: ParsedName<Name>,
  acceptedNames: ReadonlyMap<string, ReadonlySet<string>>,
): MentionReason | null {
  const names = acceptedNames.get(item.target);
  return names && (names.size > 1 || !names.has(folded)) ? "other-name" : null;
}
