import {
  readDialog,
  readSort,
  readVersion,
  writeQuery,
  writeSort,
  writeVersion,
} from "#client/features/page-view/view-query.ts";
import type { Sort } from "#shared/kernel/sorting.ts";
import type { ToolFilter } from "#shared/tools/tool-filter.ts";
import { NO_VERDICT, RINGS, type VerdictFilter } from "#shared/verdicts/rings.ts";

const SORT_COLUMNS = ["name", "company", "capabilities", "industry", "modality", "dateUpdated"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type ToolSort = Sort<SortColumn>;

const DIALOGS = {
  general: ["add", "export", "import", "settings"],
  ofItem: ["detail", "history", "edit", "delete", "verdict"],
} as const;
export type ToolsDialog = (typeof DIALOGS)[keyof typeof DIALOGS][number];

const LAYOUTS = ["table", "landscape", "radar"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What the list is filtered by: the tools' own fields, and what was decided on them. */
export interface ToolsFilter extends ToolFilter {
  verdict: VerdictFilter | null;
}

/** All that the address holds of the page. */
export interface ToolsView {
  filter: ToolsFilter;
  sort: ToolSort | null;
  layout: Layout;
  /** Whether the landscape tells what is missing. */
  hasBlindSpots: boolean;
  /** The day as of which the radar is shown; null for today. */
  asOf: string | null;
  dialog: ToolsDialog | null;
  /** The tool that the dialog is about. */
  itemId: string | null;
  /** The version that the history shows; null for the present one. */
  version: number | null;
}

export const NO_FILTER: ToolsFilter = {
  search: "",
  industry: null,
  modality: null,
  isRecentOnly: false,
  verdict: null,
};

const VERDICT_FILTERS: readonly VerdictFilter[] = [...RINGS, NO_VERDICT];

/** The page as nothing in the address describes it. */
const PLAIN: ToolsView = {
  filter: NO_FILTER,
  sort: null,
  layout: "table",
  hasBlindSpots: false,
  asOf: null,
  dialog: null,
  itemId: null,
  version: null,
};

/** Reads the query of the address; what makes no sense in it is as if it were not there. */
export function readView(query: URLSearchParams): ToolsView {
  const inDialog = readDialog(DIALOGS, query.get("dialog"), query.get("tool"));
  return {
    filter: {
      search: query.get("q") ?? "",
      industry: query.get("industry") || null,
      modality: query.get("modality") || null,
      isRecentOnly: query.get("recent") === "1",
      verdict: VERDICT_FILTERS.find((verdict) => verdict === query.get("verdict")) ?? null,
    },
    sort: readSort(SORT_COLUMNS, query.get("sort")),
    layout: LAYOUTS.find((layout) => layout === query.get("view")) ?? PLAIN.layout,
    hasBlindSpots: query.get("blind") === "1",
    asOf: readDay(query.get("on")),
    ...inDialog,
    version: readVersion(inDialog.dialog, query.get("version")),
  };
}

/** A day that there was; of one that is still to come nothing is known. */
function readDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/u.test(text)) return null;
  const time = Date.parse(text);
  // February 31 is read as a day in March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay && time <= Date.now() ? text : null;
}

/** The query of the address. */
export const writeView = ({
  filter,
  sort,
  layout,
  hasBlindSpots,
  asOf,
  dialog,
  itemId,
  version,
}: ToolsView): URLSearchParams =>
  writeQuery({
    q: filter.search,
    industry: filter.industry,
    modality: filter.modality,
    recent: filter.isRecentOnly && "1",
    verdict: filter.verdict,
    sort: writeSort(sort),
    view: layout !== PLAIN.layout && layout,
    blind: layout === "landscape" && hasBlindSpots && "1",
    on: layout === "radar" && asOf,
    dialog: dialog !== "detail" && dialog,
    tool: itemId,
    version: writeVersion({ dialog, version }),
  });

export const TOOLS_ADDRESS = { read: readView, write: writeView };
