import {
  readDialog,
  readSort,
  readVersion,
  writeQuery,
  writeSort,
  writeVersion,
} from "#client/features/page-view/use-page-view.ts";
import type { Sort } from "#shared/kernel/sorting.ts";
import type { PromptFilter } from "#shared/prompts/prompt-filter.ts";

const SORT_COLUMNS = ["name", "industry", "modality", "stars"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type PromptSort = Sort<SortColumn>;

const DIALOGS = {
  general: ["add", "export", "import", "settings"],
  ofItem: ["detail", "use", "history", "edit", "delete"],
} as const;
type PromptsDialog = (typeof DIALOGS)[keyof typeof DIALOGS][number];
export type DialogOfPrompt = (typeof DIALOGS.ofItem)[number];

/** Page state in the URL. */
export interface PromptsView {
  filter: PromptFilter;
  sort: PromptSort | null;
  dialog: PromptsDialog | null;
  /** Prompt of the dialog. */
  itemId: string | null;
  /** Version shown in the history; null for the current one. */
  version: number | null;
}

export const NO_FILTER: PromptFilter = { search: "", industry: null, modality: null, tag: null, show: "all" };

/** Parses the URL's query. Ignores invalid parameters. */
export function readView(query: URLSearchParams): PromptsView {
  const inDialog = readDialog(DIALOGS, query.get("dialog"), query.get("prompt"));
  return {
    filter: {
      search: query.get("q") ?? "",
      industry: query.get("industry") || null,
      modality: query.get("modality") || null,
      tag: query.get("tag") || null,
      show: query.get("show") === "starred" ? "starred" : "all",
    },
    sort: readSort(SORT_COLUMNS, query.get("sort")),
    ...inDialog,
    version: readVersion(inDialog.dialog, query.get("version")),
  };
}

/** Returns the URL's query. */
const writeView = ({ filter, sort, dialog, itemId, version }: PromptsView): URLSearchParams =>
  writeQuery({
    q: filter.search,
    industry: filter.industry,
    modality: filter.modality,
    tag: filter.tag,
    show: filter.show !== "all" && filter.show,
    sort: writeSort(sort),
    dialog: dialog !== "detail" && dialog,
    prompt: itemId,
    version: writeVersion({ dialog, version }),
  });

export const PROMPTS_ADDRESS = { read: readView, write: writeView };
