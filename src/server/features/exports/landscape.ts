import { lineText } from "#server/deck/deck-text.ts";
import { GREYS, MODALITY_COLOUR, type ModalityColour } from "#server/deck/deck-theme.ts";
import { factsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { createLandscape } from "#shared/tools/landscape.ts";
import { industryLabel } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Column of the landscape, for one modality. */
export interface Column {
  label: string;
  count: number;
  colour: ModalityColour;
}

/** Row of the landscape, for one industry or several combined ones. */
export interface IndustryGroup {
  label: string;
  tools: readonly Tool[];
  /** Tools by column. */
  cells: readonly (readonly Tool[])[];
}

/** Returns the same landscape as on screen, with the deck's colours and texts that slides support. */
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

/** Returns the label of a tool's industry. */
export const industryText = (tool: Tool): string => lineText(industryLabel(tool.industry));

/** Returns the label of a tool's modality, or null if it has none. */
export const modalityLabel = (tool: Tool): string | null => optionLabel(lineText(tool.modality)) || null;

/** Returns the fields of a tool that have no dedicated position on its slide. */
export const furtherFacts = (tool: Tool): { label: string; text: string }[] =>
  factsOf(TOOL_FIELDS)
    .map((name) => ({
      label: TOOL_FIELDS[name].label,
      text: lineText(TOOL_FIELDS[name].toText(tool[name])),
    }))
    .filter(({ text }) => text !== "");

/** Returns the groups, those with most tools first. If there are more than `limit`, combines the smallest in `rest`. */
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

/** Returns a line such as "Updated Mar 4, 2024". */
export function updatedLine(tool: Tool): string {
  const time = Date.parse(tool.dateUpdated);
  return Number.isNaN(time) ? "" : `Updated ${mediumDate().format(time)}`;
}
