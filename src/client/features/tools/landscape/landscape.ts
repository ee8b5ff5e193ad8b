import { optionLabel } from "#shared/labels.ts";
import { COLOURED_MODALITIES, modalityTone } from "#shared/modality.ts";
import { DEFAULT_INDUSTRY, type Tool } from "#shared/tools.ts";

/** More columns than these would be too narrow to read: the rarest share the last one. */
const MAX_COLUMNS = 8;

/** What stands at the head of a row or a column. */
export interface LandscapeHead {
  /** What filters for it; null where the list has no such filter. */
  value: string | null;
  label: string;
  count: number;
}

/** A column's head. */
export interface LandscapeModality extends LandscapeHead {
  /** Its part of the width: full columns are wider, though not as much as they are fuller. */
  share: number;
}

interface LandscapeCell {
  modality: LandscapeModality;
  tools: Tool[];
}

interface LandscapeRow {
  industry: LandscapeHead;
  /** One for every column. */
  cells: LandscapeCell[];
}

export interface Landscape {
  modalities: LandscapeModality[];
  rows: LandscapeRow[];
}

/** The tools by industry (rows) and modality (columns), only those that have any. */
export function createLandscape(tools: readonly Tool[]): Landscape {
  const columns = createColumns(tools);
  const columnOf = new Map(columns.flatMap(({ keys, head }) => keys.map((key) => [key, head])));
  const modalities = columns.map(({ head }) => head);
  const rows = groupBy(tools, industryOf)
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

interface Column {
  keys: string[];
  value: string | null;
  label: string;
  members: Tool[];
}

function createColumns(tools: readonly Tool[]): { keys: string[]; head: LandscapeModality }[] {
  const groups = groupBy(tools, ({ modality }) => keyOf(modality));
  const named = groups.filter(([key]) => key !== "");
  const largest = named.toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_COLUMNS - 1);
  const common = new Set(named.length <= MAX_COLUMNS ? named : largest);

  const columns: Column[] = [...common]
    .toSorted(byRank)
    .map(([key, members]) => ({ keys: [key], value: key, label: optionLabel(key), members }));
  const rest = groups.filter((group) => !common.has(group));
  if (rest.length > 0) {
    const members = rest.flatMap(([, others]) => others);
    columns.push({ keys: rest.map(([key]) => key), value: null, label: "Other", members });
  }
  const all = sumOf(columns.map(({ members }) => weightOf(members)));
  return columns.map(({ keys, value, label, members }) => ({
    keys,
    head: { value, label, count: members.length, share: weightOf(members) / all },
  }));
}

/** A column's fullest cell says how high the picture gets: one four times as full asks for about twice the width. */
const weightOf = (tools: readonly Tool[]) =>
  2 + Math.sqrt(Math.max(...groupBy(tools, industryOf).map(([, members]) => members.length)));

const industryOf = ({ industry }: Tool) => keyOf(industry) || DEFAULT_INDUSTRY;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const groupBy = (tools: readonly Tool[], key: (tool: Tool) => string) => [...Map.groupBy(tools, key)];

const keyOf = (value: string | null) => value?.trim().toLowerCase() ?? "";

/** The modalities with a colour of their own come first. */
const RANKS = [...COLOURED_MODALITIES, "other"];

function byRank([a]: [string, Tool[]], [b]: [string, Tool[]]): number {
  const rank = (key: string) => RANKS.indexOf(modalityTone(key));
  return rank(a) - rank(b) || a.localeCompare(b, "en-US");
}
