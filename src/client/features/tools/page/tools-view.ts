import {
  readDialog,
  readSort,
  readVersion,
  writeQuery,
  writeSort,
  writeVersion,
} from "#client/features/page-view/use-page-view.ts";
import type { Sort } from "#shared/kernel/sorting.ts";
import type { ToolFilter } from "#shared/tools/tool-filter.ts";
import {
  type MovePeriod,
  type VerdictFilter,
  MOVE_PERIODS,
  NO_VERDICT,
  RINGS,
} from "#shared/verdicts/rings.ts";

const SORT_COLUMNS = ["name", "company", "capabilities", "industry", "modality", "dateUpdated"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type ToolSort = Sort<SortColumn>;

const DIALOGS = {
  general: ["add", "export", "import", "settings"],
  ofItem: ["detail", "history", "edit", "delete", "verdict"],
} as const;
type ToolsDialog = (typeof DIALOGS)[keyof typeof DIALOGS][number];

const LAYOUTS = ["table", "landscape", "radar"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Filters of the list: fields of the tools, and their verdicts. */
export interface ToolsFilter extends ToolFilter {
  verdict: VerdictFilter | null;
}

/** Page state in the URL. */
export interface ToolsView {
  filter: ToolsFilter;
  sort: ToolSort | null;
  layout: Layout;
  /** True if the landscape shows gaps. */
  hasBlindSpots: boolean;
  /** Date of the radar; null for today. */
  asOf: string | null;
  /** Number of days of the moves that the radar lists; null to list the tools by ring. */
  moved: MovePeriod | null;
  dialog: ToolsDialog | null;
  /** Tool of the dialog. */
  itemId: string | null;
  /** Version shown in the history; null for the current one. */
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

/** View of the default page. Its query is empty. */
const DEFAULT_VIEW: ToolsView = {
  filter: NO_FILTER,
  sort: null,
  layout: "table",
  hasBlindSpots: false,
  asOf: null,
  moved: null,
  dialog: null,
  itemId: null,
  version: null,
};

/** Parses the URL's query. Ignores invalid parameters. */
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
    layout: LAYOUTS.find((layout) => layout === query.get("view")) ?? DEFAULT_VIEW.layout,
    hasBlindSpots: query.get("blind") === "1",
    asOf: readDay(query.get("on")),
    moved: MOVE_PERIODS.find((days) => String(days) === query.get("moved")) ?? null,
    ...inDialog,
    version: readVersion(inDialog.dialog, query.get("version")),
  };
}

/** Parses a date. Rejects future dates, for which there is no data. */
function readDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/u.test(text)) return null;
  const time = Date.parse(text);
  // A date such as February 31 would become a day in March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay && time <= Date.now() ? text : null;
}

/** Returns the URL's query. */
export const writeView = ({
  filter,
  sort,
  layout,
  hasBlindSpots,
  asOf,
  moved,
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
    view: layout !== DEFAULT_VIEW.layout && layout,
    blind: layout === "landscape" && hasBlindSpots && "1",
    on: layout === "radar" && asOf,
    moved: layout === "radar" && moved !== null && String(moved),
    dialog: dialog !== "detail" && dialog,
    tool: itemId,
    version: writeVersion({ dialog, version }),
  });

export const TOOLS_ADDRESS = { read: readView, write: writeView };
