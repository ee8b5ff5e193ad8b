import { optionLabel } from "#shared/kernel/text-rules.ts";

import { COLOURED_MODALITIES, type ModalityTone, modalityTone } from "./modality-words.ts";
import { DEFAULT_INDUSTRY } from "./tool-filter.ts";
import type { Tool } from "./tools.ts";

/**
 * Maximum number of columns: the five modalities with a colour, and one for the others. A slide has no room for more
 * columns with readable names, and the screen shows the same ones.
 */
const MAX_COLUMNS = 6;

/** Header of a row or a column. */
export interface LandscapeHead {
  /** Filter value. Null if the list has no such filter. */
  value: string | null;
  label: string;
  count: number;
}

/** Header of a column. */
export interface LandscapeModality extends LandscapeHead {
  /** Share of the width. Fuller columns are wider, but less than proportionally. */
  share: number;
  tone: ModalityTone;
}

interface LandscapeCell {
  modality: LandscapeModality;
  tools: Tool[];
}

interface LandscapeRow {
  industry: LandscapeHead;
  tools: Tool[];
  /** One cell for every column. */
  cells: LandscapeCell[];
}

export interface Landscape {
  modalities: LandscapeModality[];
  rows: LandscapeRow[];
}

/** Groups tools by industry (rows) and modality (columns), without empty ones. */
export function createLandscape(tools: readonly Tool[]): Landscape {
  const columns = createColumns(tools);
  const columnOf = new Map(columns.flatMap(({ keys, head }) => keys.map((key) => [key, head])));
  const modalities = columns.map(({ head }) => head);
  const rows = groupBy(tools, industryOf)
    .map(([industry, members]) => {
      const byColumn = Map.groupBy(members, ({ modality }) => columnOf.get(optionKey(modality)));
      return {
        industry: { value: industry, label: optionLabel(industry), count: members.length },
        tools: members,
        cells: modalities.map((modality) => ({ modality, tools: byColumn.get(modality) ?? [] })),
      };
    })
    .toSorted((a, b) => a.industry.label.localeCompare(b.industry.label, "en-US"));
  return { modalities, rows };
}

interface Column {
  keys: string[];
  value: string | null;
  label: string;
  members: Tool[];
}

function createColumns(tools: readonly Tool[]): { keys: string[]; head: LandscapeModality }[] {
  const groups = groupBy(tools, ({ modality }) => optionKey(modality));
  const groupsWithModality = groups.filter(([key]) => key !== "");
  const largest = groupsWithModality
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_COLUMNS - 1);
  const ownColumns = new Set(groups.length <= MAX_COLUMNS ? groupsWithModality : largest);

  const columns: Column[] = [...ownColumns]
    .toSorted(byRank)
    .map(([key, members]) => ({ keys: [key], value: key, label: optionLabel(key), members }));
  const otherGroups = groups.filter((group) => !ownColumns.has(group));
  if (otherGroups.length > 0) {
    const members = otherGroups.flatMap(([, others]) => others);
    columns.push({ keys: otherGroups.map(([key]) => key), value: null, label: "Other", members });
  }
  const totalWeight = sumOf(columns.map(({ members }) => weightOf(members)));
  return columns.map(({ keys, value, label, members }) => ({
    keys,
    head: {
      value,
      label,
      count: members.length,
      share: weightOf(members) / totalWeight,
      tone: modalityTone(value),
    },
  }));
}

/**
 * Weight of a column's width. The fullest cell determines a row's height, and four times as many tools need about twice
 * the width.
 */
const weightOf = (tools: readonly Tool[]) =>
  2 + Math.sqrt(Math.max(...groupBy(tools, industryOf).map(([, members]) => members.length)));

/** Returns the industry in which a tool is counted, as an option. */
export const industryOf = ({ industry }: Pick<Tool, "industry">) => optionKey(industry) || DEFAULT_INDUSTRY;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const groupBy = (tools: readonly Tool[], key: (tool: Tool) => string) => [...Map.groupBy(tools, key)];

/** Returns an option in lower case. Empty if it has no visible characters. */
export function optionKey(value: string | null): string {
  const key = value?.trim().toLowerCase() ?? "";
  return optionLabel(key) === "" ? "" : key;
}

/** Modalities with their own colour are first. */
const MODALITY_ORDER = [...COLOURED_MODALITIES, "other"];

function byRank([a]: [string, Tool[]], [b]: [string, Tool[]]): number {
  const rankOf = (key: string) => MODALITY_ORDER.indexOf(modalityTone(key));
  return rankOf(a) - rankOf(b) || a.localeCompare(b, "en-US");
}
