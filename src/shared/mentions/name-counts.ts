import { isInAddress } from "./in-address.ts";
import { NameTable } from "./name-table.ts";
import { foldName } from "./names.ts";
import { isLowerCase, readWords } from "./words.ts";

/** How often a name stands in a text, and how often all in lower case. */
export interface Seen {
  seen: number;
  lower: number;
}

/**
 * Counts in texts names that may be words or phrases of the language too, by their folded form: what is part of a longer one
 * of these names, or of an address, is not counted.
 */
export function createNameCounter(names: readonly { name: string }[]): (text: string) => Map<string, Seen> {
  // One of each, since things of the same name are counted together.
  const table = new NameTable([...new Map(names.map(({ name }) => [foldName(name), { name }])).values()]);
  return (text) => {
    const counts = new Map<string, Seen>();
    const words = readWords(text);
    for (const hit of table.hitsIn(words)) {
      const [name] = hit.names;
      if (name === undefined || isInAddress(text, hit)) continue;
      const { seen, lower } = counts.get(name.folded) ?? { seen: 0, lower: 0 };
      const isLower = isLowerCase(text.slice(hit.start, hit.end).normalize("NFKC"));
      counts.set(name.folded, { seen: seen + 1, lower: lower + (isLower ? 1 : 0) });
    }
    return counts;
  };
}
