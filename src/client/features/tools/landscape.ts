import { optionLabel } from "#shared/labels.ts";
import type { Tool } from "#shared/tools.ts";

/** The modalities with a colour of their own come first, in this order. */
const KNOWN_MODALITIES = ["text", "image", "audio", "video", "multimodal"];
/** More columns than these would be too narrow to read: the rarest share the last one. */
const MAX_COLUMNS = 8;
const DEFAULT_INDUSTRY = "general";

/** A row's or a column's head. */
export interface LandscapeHead {
  /** What filters for it; null where the list has no such filter. */
  value: string | null;
  label: string;
  count: number;
}

export interface LandscapeCell {
  modality: LandscapeHead;
  tools: Tool[];
}

export interface LandscapeRow {
  industry: LandscapeHead;
  /** One for every column. */
  cells: LandscapeCell[];
}

export interface Landscape {
  modalities: LandscapeHead[];
  rows: LandscapeRow[];
}

/** The tools by industry (rows) and modality (columns), only those that have any. */
export function makeLandscape(tools: readonly Tool[]): Landscape {
  const columns = makeColumns(tools);
  const columnOf = new Map(columns.flatMap(({ keys, head }) => keys.map((key) => [key, head])));
  const modalities = columns.map(({ head }) => head);
  const rows = groupBy(tools, ({ industry }) => keyOf(industry) || DEFAULT_INDUSTRY)
    .map(([industry, members]) => {
      const byColumn = Map.groupBy(members, ({ modality }) => columnOf.get(keyOf(modality)));
      return {
        industry: { value: industry, label: optionLabel(industry), count: members.length },
        cells: modalities.map((modality) => ({ modality, tools: byColumn.get(modality) ?? [] })),
      };
    })
    .toSorted((a, b) => a.industry.label.localeCompare(b.industry.label, "en-US"));
  return { modalities, rows };
}

function makeColumns(tools: readonly Tool[]): { keys: string[]; head: LandscapeHead }[] {
  const groups = groupBy(tools, ({ modality }) => keyOf(modality)).map(([key, members]) => ({
    key,
    count: members.length,
  }));
  const named = groups.filter(({ key }) => key !== "").toSorted(byRank);
  const largest = named.toSorted((a, b) => b.count - a.count).slice(0, MAX_COLUMNS - 1);
  const own = new Set(named.length <= MAX_COLUMNS ? named : largest);
  const columns = named
    .filter((group) => own.has(group))
    .map(({ key, count }) => ({ keys: [key], head: { value: key, label: optionLabel(key), count } }));
  const rest = groups.filter((group) => !own.has(group));
  if (rest.length === 0) return columns;
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  return [...columns, { keys: rest.map(({ key }) => key), head: { value: null, label: "Other", count } }];
}

const groupBy = (tools: readonly Tool[], key: (tool: Tool) => string) => [...Map.groupBy(tools, key)];

const keyOf = (value: string | null) => value?.trim().toLowerCase() ?? "";

function byRank(a: { key: string }, b: { key: string }): number {
  const rank = (key: string) => KNOWN_MODALITIES.indexOf(key) + 1 || KNOWN_MODALITIES.length + 1;
  return rank(a.key) - rank(b.key) || a.key.localeCompare(b.key, "en-US");
}
