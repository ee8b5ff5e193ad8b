import { isInAddress } from "#shared/mentions/addresses.ts";
import { isLowerCase, readWords } from "#shared/mentions/words.ts";

import type { NameTable } from "./name-table.ts";

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
