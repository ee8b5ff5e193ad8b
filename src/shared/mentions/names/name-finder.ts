import { isInAddress } from "#shared/mentions/addresses.ts";
import { type Candidate, judgeBySite, judgeByText, judgeMatch } from "#shared/mentions/judge-mention.ts";
import type { CountOf, FoundMentions, Name, NameFinder } from "#shared/mentions/mentions.ts";
import { TextClues } from "#shared/mentions/text-clues.ts";
import { readWords, isLowerCase } from "#shared/mentions/words.ts";

import { NameTable } from "./name-table.ts";

/**
 * Creates a finder for names in texts. A name shared by two items matches both. Calls `countOf` for each text, so the
 * counts may change.
 */
export const createNameFinder = (names: readonly Name[], countOf: CountOf = () => undefined): NameFinder =>
  createFinderOf(new NameTable(names), countOf);

export function createFinderOf(table: NameTable<Name>, countOf: CountOf): NameFinder {
  return {
    find(text, publication) {
      const words = readWords(text);
      const isPublished = publication !== undefined;
      const scanned = { words, clues: new TextClues(words, publication), isPublished };
      const candidates: Candidate[] = [];
      for (const hit of table.hitsIn(words)) {
        const isAddress = isInAddress(text, hit);
        // Addresses in an item's texts are links themselves.
        if (isAddress && !isPublished) continue;
        for (const name of hit.names) {
          const decision = isAddress
            ? judgeBySite(scanned.clues, name)
            : judgeMatch(scanned, hit, name, countOf);
          candidates.push({ hit, name, decision });
        }
      }
      if (candidates.some(({ decision }) => decision === null)) judgeByText(scanned, candidates);
      return toFound(text, candidates);
    },
  };
}

function toFound(text: string, candidates: readonly Candidate[]): FoundMentions {
  const found: FoundMentions = { mentions: [], hidden: [] };
  for (const { hit, name, decision } of candidates) {
    const { start, end } = hit;
    const span = { target: name.item.target, start, end, spelled: text.slice(start, end) };
    if (decision === null) continue;
    if ("reason" in decision) found.mentions.push({ ...span, ...decision });
    else found.hidden.push({ ...span, ...decision });
  }
  return found;
}

/** Number of a name's occurrences, and of those in lower case. */
export interface Seen {
  seen: number;
  lower: number;
}

/**
 * Counts names that may also be ordinary words or phrases, by normalized form. Skips parts of longer names and of
 * addresses.
 */
export function countNames<Item extends { name: string }>(
  table: NameTable<Item>,
  text: string,
): Map<string, Seen> {
  const counts = new Map<string, Seen>();
  const words = readWords(text);
  for (const hit of table.hitsIn(words)) {
    // Items with the same name are counted together.
    const [name] = hit.names;
    if (name === undefined || isInAddress(text, hit)) continue;
    const { seen, lower } = counts.get(name.folded) ?? { seen: 0, lower: 0 };
    const isLower = isLowerCase(text.slice(hit.start, hit.end).normalize("NFKC"));
    counts.set(name.folded, { seen: seen + 1, lower: lower + (isLower ? 1 : 0) });
  }
  return counts;
}
