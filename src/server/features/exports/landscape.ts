import { factsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { optionLabel } from "#shared/labels.ts";
import { type ModalityTone, modalityTone } from "#shared/modality.ts";
import type { Tool } from "#shared/tools.ts";

import { lineText } from "./plain-text.ts";

/** The columns by the colour of their modality; any other modality, or none, is counted under Other. */
const COLUMN_OF = {
  text: "Text",
  image: "Image",
  audio: "Audio",
  video: "Video",
  multimodal: "Multimodal",
  other: "Other",
} as const satisfies Record<ModalityTone, string>;
const COLUMNS = Object.values(COLUMN_OF);
export type ModalityColumn = (typeof COLUMNS)[number];

export interface IndustryGroup {
  label: string;
  tools: Tool[];
}

const labelOf = (value: string | null) => optionLabel(lineText(value));

/** The industry of a tool as people read it; a tool without one is a general one. */
export const industryLabel = (tool: Tool): string => labelOf(tool.industry) || "General";

/** The modality as people read it, or null. */
export const modalityLabel = (tool: Tool): string | null => labelOf(tool.modality) || null;

/** What else is known of a tool: the fields for which no slide has a place of its own. */
export const furtherFacts = (tool: Tool): { label: string; text: string }[] =>
  factsOf(TOOL_FIELDS)
    .map((name) => ({
      label: TOOL_FIELDS[name].label,
      text: lineText(TOOL_FIELDS[name].toText(tool[name])),
    }))
    .filter(({ text }) => text !== "");

/** The column of the landscape in which a tool stands. */
export const modalityColumn = (tool: Tool): ModalityColumn =>
  COLUMN_OF[modalityTone(lineText(tool.modality))];

/** The columns that have at least one tool. */
export function columnsOf(tools: readonly Tool[]): ModalityColumn[] {
  const present = new Set(tools.map(modalityColumn));
  return COLUMNS.filter((column) => present.has(column));
}

/** The tools by industry, sorted by its label; within one they keep their order. */
export function groupByIndustry(tools: readonly Tool[]): IndustryGroup[] {
  const groups = Map.groupBy(tools, (tool) => industryLabel(tool).toLowerCase());
  return [...groups.values()]
    .map((members) => ({ label: members[0] ? industryLabel(members[0]) : "", tools: members }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en-US"));
}

export const toolsIn = (group: IndustryGroup, column: ModalityColumn): Tool[] =>
  group.tools.filter((tool) => modalityColumn(tool) === column);

/** The groups with most tools first, and the rest of them, when there are more than `limit`, as one. */
export function largestGroups(
  groups: readonly IndustryGroup[],
  limit: number,
): { shown: IndustryGroup[]; rest: IndustryGroup | null } {
  const sorted = groups.toSorted((a, b) => b.tools.length - a.tools.length);
  if (sorted.length <= limit) return { shown: sorted, rest: null };
  const others = sorted.slice(limit - 1);
  return {
    shown: sorted.slice(0, limit - 1),
    rest: { label: `${others.length} more industries`, tools: others.flatMap(({ tools }) => tools) },
  };
}

/** "1 tool", "2 tools": the number with its noun. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}

const mediumDate = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "Updated Mar 4, 2024". */
export function updatedLine(tool: Tool): string {
  const time = Date.parse(tool.dateUpdated);
  return Number.isNaN(time) ? "" : `Updated ${mediumDate.format(time)}`;
}

/** "March 4, 2024". */
export const deckDate = (date: Date): string => longDate.format(date);
