import { isInAddress } from "./in-address.ts";
import { NameTable } from "./name-table.ts";
import { parseName } from "./names.ts";
import { isLowerCase, readWords, spelledAt } from "./words.ts";

/** How often a name stands in a text, and how often all in lower case. */
export interface Seen {
  seen: number;
  lower: number;
}

/** Counts in texts the names of one word, which may be words of the language too, by their folded form. */
export function createNameCounter(names: readonly { name: string }[]): (text: string) => Map<string, Seen> {
  const single = new Map<string, { name: string }>();
  for (const { name } of names) {
    const parsed = parseName({ name });
    if (parsed?.words.length === 1) single.set(parsed.folded, { name });
  }
  const table = new NameTable([...single.values()]);
  return (text) => {
    const counts = new Map<string, Seen>();
    const words = readWords(text);
    for (const hit of table.hitsIn(words)) {
      const [name] = hit.names;
      if (name === undefined || isInAddress(text, hit)) continue;
      const { seen, lower } = counts.get(name.folded) ?? { seen: 0, lower: 0 };
      const isLower = isLowerCase(spelledAt(words, hit.place));
      counts.set(name.folded, { seen: seen + 1, lower: lower + (isLower ? 1 : 0) });
    }
    return counts;
  };
}
