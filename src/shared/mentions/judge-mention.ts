import { isOtherThing } from "./ambiguous-names.ts";
import { hasMarks, isAmbiguousName, isForPersonsOnly } from "./ambiguity.ts";
import { hasContextWord } from "./context-words.ts";
import { ownHost } from "./hosts.ts";
import type { CountOf, HiddenReason, MentionReason, Name } from "./mentions.ts";
import type { Hit } from "./name-table.ts";
import type { ParsedName } from "./names.ts";
import { TextClues } from "./text-clues.ts";
import { fold, spelledAt, splitWords, type TextWords } from "./words.ts";

/** What is thought of a name at a place; null while only the rest of the text can tell. */
export type Verdict = { reason: MentionReason } | { hidden: HiddenReason } | null;

export interface Candidate {
  hit: Hit<Name>;
  name: ParsedName<Name>;
  verdict: Verdict;
}

const AMBIGUOUS = { hidden: "ambiguous" } as const;

/** What a place by itself says of a name. */
export function judgePlace(
  words: TextWords,
  { place }: Hit<Name>,
  name: ParsedName<Name>,
  countOf: CountOf,
): Verdict {
  const { folded } = words;
  const { length } = name.words;
  if (isForPersonsOnly(name, countOf)) return { hidden: "persons-only" };
  const beside = { before: folded[place - 1] ?? "", behind: folded[place + length] ?? "" };
  if (isOtherThing(name.words, beside)) return AMBIGUOUS;
  if (!isAmbiguousName(name, countOf)) return { reason: sureReason(name) };
  const isSpelled = name.spelled.every((word, offset) => spelledAt(words, place + offset) === word);
  if (!isSpelled) return AMBIGUOUS;
  if (length > 1) return { reason: "several-words" };
  return hasContextWord(folded, place, length) ? { reason: "context-word" } : null;
}

function sureReason(name: ParsedName<Name>): MentionReason {
  if (hasMarks(name)) return "marks";
  return name.words.length > 1 ? "several-words" : "plain";
}

/** Gives those a verdict that their places left open, by the rest of the text. */
export function judgeByText(words: TextWords, candidates: readonly Candidate[]): void {
  const clues = new TextClues(words);
  const meant = new Map<string, Set<string>>();
  const note = ({ item, folded }: ParsedName<Name>) =>
    meant.set(item.target, (meant.get(item.target) ?? new Set()).add(folded));
  for (const { name, verdict } of candidates) if (verdict !== null && "reason" in verdict) note(name);
  const open = candidates.filter(({ verdict }) => verdict === null);
  for (const candidate of open) {
    const reason = clueFor(clues, candidate, meant.get(candidate.name.item.target));
    if (reason === null) continue;
    candidate.verdict = { reason };
    note(candidate.name);
  }
  // Who names a tool once for sure means it wherever the name stands in its own spelling.
  for (const candidate of open) {
    candidate.verdict ??= meant.has(candidate.name.item.target) ? { reason: "meant-elsewhere" } : AMBIGUOUS;
  }
}

function clueFor(
  clues: TextClues,
  { name, hit }: Candidate,
  namesMeant: ReadonlySet<string> | undefined,
): MentionReason | null {
  const { words, folded } = name;
  const { company, url } = name.item;
  if (clues.hasHost(ownHost(url ?? null))) return "host";
  if (namesMeant && [...namesMeant].some((other) => other !== folded)) return "other-name";
  const maker = splitWords(company ?? "").map(fold);
  // A company of the same name proves nothing by standing in the text.
  if (maker[0] !== words[0] && (clues.hasWords(maker) || clues.hasWords([maker.join("")]))) return "company";
  return clues.isAboutAi(words) && clues.isCapitalAmongSmall(hit.place, words.length) ? "about-ai" : null;
}
