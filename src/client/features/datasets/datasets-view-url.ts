import {
  readDialog,
  readSort,
  readVersion,
  writeQuery,
  writeSort,
  writeVersion,
} from "#client/features/page-view/view-query.ts";
import type { DatasetFilter } from "#shared/datasets/dataset-filter.ts";
import type { Sort } from "#shared/kernel/sorting.ts";

const SORT_COLUMNS = ["name", "licence"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type DatasetSort = Sort<SortColumn>;

const DIALOGS = {
  general: ["add", "export", "import"],
  ofItem: ["detail", "history", "edit", "delete"],
} as const;
export type DialogOfDataset = (typeof DIALOGS.ofItem)[number];

/** Page state in the URL. */
export interface DatasetsView {
  filter: DatasetFilter;
  sort: DatasetSort | null;
  dialog: (typeof DIALOGS)[keyof typeof DIALOGS][number] | null;
  /** Dataset of the dialog. */
  itemId: string | null;
  /** Version shown in the history; null for the current one. */
  version: number | null;
}

export const NO_FILTER: DatasetFilter = { search: "", licence: null, tag: null };

/** How the page's state is written in the URL's query. Invalid parameters are ignored. */
export const DATASETS_ADDRESS = {
  read(query: URLSearchParams): DatasetsView {
    const inDialog = readDialog(DIALOGS, query.get("dialog"), query.get("dataset"));
    return {
      filter: {
        search: query.get("q") ?? "",
        licence: query.get("licence") || null,
        tag: query.get("tag") || null,
      },
      sort: readSort(SORT_COLUMNS, query.get("sort")),
      ...inDialog,
      version: readVersion(inDialog.dialog, query.get("version")),
    };
  },
  write: ({ filter, sort, dialog, itemId, version }: DatasetsView): URLSearchParams =>
    writeQuery({
      q: filter.search,
      licence: filter.licence,
      tag: filter.tag,
      sort: writeSort(sort),
      dialog: dialog !== "detail" && dialog,
      dataset: itemId,
      version: writeVersion({ dialog, version }),
    }),
};
