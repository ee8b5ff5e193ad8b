import { optionLabel } from "#shared/kernel/text-rules.ts";

import type { Tool } from "./tools.ts";

/** Separator that no text contains. */
const SEPARATOR = "\u0000";

/** Caches each item's lowercase text, so that keystrokes don't compute it again. */
const lowercaseTexts = new WeakMap<object, string>();

/** True if one of the item's texts contains the search, which must be trimmed and in lower case. */
function hasText<Item extends object>(
  item: Item,
  search: string,
  textsOf: (item: Item) => readonly (string | null)[],
): boolean {
  const text = lowercaseTexts.get(item) ?? textsOf(item).join(SEPARATOR).toLowerCase();
  lowercaseTexts.set(item, text);
  return text.includes(search);
}

/** "Recent Only" means updated within this many days. */
const RECENT_DAYS = 7;

/** True if the tool was updated within the last seven days before `now`. */
export function isRecent(tool: Pick<Tool, "dateUpdated">, now: Date): boolean {
  return now.getTime() - Date.parse(tool.dateUpdated) <= RECENT_DAYS * 24 * 60 * 60 * 1000;
}

export interface ToolFilter {
  search: string;
  industry: string | null;
  modality: string | null;
  isRecentOnly: boolean;
}

/** Industry shown for a tool that has none, in the detail view, the landscape and the deck. */
export const DEFAULT_INDUSTRY = "general";

/** Returns a tool's industry for display. */
export const industryLabel = (industry: string | null): string =>
  optionLabel(industry ?? "") || optionLabel(DEFAULT_INDUSTRY);

const equalsIgnoringCase = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

const searchedTexts = ({ name, company, capabilities, tags }: Tool) => [name, company, capabilities, ...tags];

/**
 * True if a tool matches the filter. The search covers name, company, capabilities and tags, so that a clicked tag
 * finds its tools.
 */
export function matchesToolFilter(tool: Tool, filter: ToolFilter, now: Date): boolean {
  const search = filter.search.trim().toLowerCase();
  return (
    (search === "" || hasText(tool, search, searchedTexts)) &&
    (filter.industry === null || equalsIgnoringCase(tool.industry || DEFAULT_INDUSTRY, filter.industry)) &&
    (filter.modality === null || equalsIgnoringCase(tool.modality, filter.modality)) &&
    (!filter.isRecentOnly || isRecent(tool, now))
  );
}
