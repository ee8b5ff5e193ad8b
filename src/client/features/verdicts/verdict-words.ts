import { ITEM_KINDS, type ItemKind } from "#shared/kernel/item-address.ts";
import { RING_WORDS, RINGS, type Ring } from "#shared/verdicts/rings.ts";
import type { ToolVerdict, Verdict } from "#shared/verdicts/verdicts.ts";

const NOUNS: Readonly<Record<ItemKind, [one: string, many: string]>> = {
  tool: ["tool", "tools"],
  article: ["article", "articles"],
  paper: ["paper", "papers"],
  prompt: ["prompt", "prompts"],
  reading: ["reading", "readings"],
};

/** Returns "2 papers, 1 article"; empty without evidence. */
export function evidenceInWords(evidence: Verdict["evidence"]): string {
  return ITEM_KINDS.flatMap((kind) => {
    const count = evidence.filter(({ ref }) => ref.startsWith(`${kind}:`)).length;
    const [one, many] = NOUNS[kind];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  }).join(", ");
}

/** "The team leans to Trial (3 of 4)." */
export function leaningInWords(ring: Ring, { tally }: Pick<ToolVerdict, "tally">): string {
  const all = RINGS.reduce((sum, each) => sum + tally[each], 0);
  return `The team leans to ${RING_WORDS[ring].label} (${tally[ring]} of ${all}).`;
}
