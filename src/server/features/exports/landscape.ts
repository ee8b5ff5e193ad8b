import { lineText } from "#server/deck/deck-text.ts";
import { GREYS, MODALITY_COLOUR, type ModalityColour } from "#server/deck/deck-theme.ts";
import { factsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { createLandscape } from "#shared/tools/landscape.ts";
import { industryLabel } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Column of the landscape: a modality. */
export interface Column {
  label: string;
  count: number;
  colour: ModalityColour;
}

/** Row of the landscape: an industry, or several. */
export interface IndustryGroup {
  label: string;
  tools: readonly Tool[];
  /** Tools of each column. */
  cells: readonly (readonly Tool[])[];
}

/** Returns the landscape as on screen, with the deck's colours and texts that a slide supports. */
export function deckLandscape(tools: readonly Tool[]): { columns: Column[]; groups: IndustryGroup[] } {
  const { modalities, rows } = createLandscape(tools);
  const greys = GREYS.values();
  return {
    columns: modalities.map(({ label, count, tone }) => ({
      label: lineText(label),
      count,
      colour: tone === "other" ? (greys.next().value ?? MODALITY_COLOUR.other) : MODALITY_COLOUR[tone],
    })),
    groups: rows.map(({ industry, tools: members, cells }) => ({
      label: lineText(industry.label),
      tools: members,
      cells: cells.map((cell) => cell.tools),
    })),
  };
}

/** Returns a tool's industry for display. */
export const industryText = (tool: Tool): string => lineText(industryLabel(tool.industry));

/** Returns a tool's modality for display, or null. */
export const modalityLabel = (tool: Tool): string | null => optionLabel(lineText(tool.modality)) || null;

/** Returns the fields of a tool without a dedicated position on the slide. */
export const furtherFacts = (tool: Tool): { label: string; text: string }[] =>
  factsOf(TOOL_FIELDS)
    .map((name) => ({
      label: TOOL_FIELDS[name].label,
      text: lineText(TOOL_FIELDS[name].toText(tool[name])),
    }))
    .filter(({ text }) => text !== "");

/** Returns the groups with most tools first. If there are more than `limit`, combines the rest as one. */
export function largestGroups(
  groups: readonly IndustryGroup[],
  limit: number,
): { shown: IndustryGroup[]; rest: IndustryGroup | null } {
  const sorted = groups.toSorted((a, b) => b.tools.length - a.tools.length);
  if (sorted.length <= limit) return { shown: sorted, rest: null };
  const others = sorted.slice(limit - 1);
  return {
    shown: sorted.slice(0, limit - 1),
    rest: {
      label: `${others.length} more industries`,
      tools: others.flatMap(({ tools }) => tools),
      cells: (others[0]?.cells ?? []).map((_, column) => others.flatMap(({ cells }) => cells[column] ?? [])),
    },
  };
}

const mediumDate = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }));

/** "Updated Mar 4, 2024". */
export function updatedLine(tool: Tool): string {
  const time = Date.parse(tool.dateUpdated);
  return Number.isNaN(time) ? "" : `Updated ${mediumDate().format(time)}`;
}
