import { Database, Download, Upload } from "lucide-react";
import { useCallback, useMemo } from "react";

import { AddButton } from "#client/features/library/library-header.tsx";
import { LibraryPage, type LibraryTexts } from "#client/features/library/library-page.tsx";
import { useFiltered, usePreservedOrder, useSorted } from "#client/features/library/use-library.ts";
import { useRecentChanges } from "#client/features/live/use-recent-changes.ts";
import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { usePageView } from "#client/features/page-view/use-page-view.ts";
import { Button } from "#client/ui/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import type { DataTableColumn } from "#client/ui/table/data-table-column.ts";
import { DataTable } from "#client/ui/table/data-table.tsx";
import { EditDeleteButtons } from "#client/ui/table/row-buttons.tsx";
import { sortEntries } from "#client/ui/table/sort-picker.tsx";
import { TableSkeleton } from "#client/ui/table/table-skeleton.tsx";
import { distinctOf, matchesDatasetFilter } from "#shared/datasets/dataset-filter.ts";
import type { Dataset } from "#shared/datasets/datasets.ts";

import { DatasetDialogs } from "./dataset-dialogs.tsx";
import { DATASETS_ADDRESS, type DatasetSort, NO_FILTER, type SortColumn } from "./datasets-view-url.ts";
import { useDatasets } from "./use-datasets.ts";

const TEXTS: LibraryTexts = {
  nouns: "datasets",
  failed: { title: "Error Loading Datasets", text: "Failed to load datasets. Please try again later." },
  noMatch: {
    title: "No Datasets Found",
    text: "No datasets match your filters. Try other words or fewer filters.",
  },
  empty: {
    title: "No Datasets Yet",
    text: "Add the data that your team uses.",
    add: "Add Your First Dataset",
  },
};

/** Width of two buttons, in rem. */
const ACTIONS_WIDTH = 5.5;

const COLUMNS: readonly DataTableColumn<Dataset, SortColumn>[] = [
  {
    key: "name",
    header: "Name",
    isSortable: true,
    width: 14,
    grow: 1,
    render: ({ name }) => <span title={name}>{name}</span>,
  },
  { key: "licence", header: "Licence", isSortable: true, width: 10, render: ({ licence }) => licence },
  { key: "tags", header: "Tags", width: 12, grow: 1, render: ({ tags }) => tags.join(", ") },
];

/** Page of the datasets. */
export function DatasetsPage() {
  const { view, actions } = usePageView(DATASETS_ADDRESS);
  const { filter, sort } = view;
  const library = useDatasets();
  const { items } = library;
  const sorted = useSorted(items, sort);
  const ordered = usePreservedOrder(sorted, { filter, sort });
  const { shown, hasFilter } = useFiltered(ordered, filter, NO_FILTER, matchesDatasetFilter);
  const marked = useRecentChanges("dataset");
  const sortBy = useCallback((next: DatasetSort) => actions.change({ sort: next }, "replace"), [actions]);
  const [licences, tags] = useMemo(
    () =>
      [items.map(({ licence }) => licence), items.flatMap((dataset) => dataset.tags)].map((texts) =>
        distinctOf(texts).map((text) => ({ value: text, label: text })),
      ),
    [items],
  );
  const renderActions = ({ id, name }: Dataset) => (
    <EditDeleteButtons
      name={name}
      onEdit={() => actions.open("edit", id)}
      onDelete={() => actions.open("delete", id)}
    />
  );
  const menu = [
    { label: "Import", icon: <Upload aria-hidden />, onSelect: () => actions.open("import") },
    { label: "Export", icon: <Download aria-hidden />, onSelect: () => actions.open("export") },
  ];

  return (
    <LibraryPage
      texts={TEXTS}
      library={library}
      shown={shown}
      hasFilter={hasFilter}
      onClear={() => actions.filter(NO_FILTER)}
      onAdd={() => actions.open("add")}
      header={
        <PageHeader
          isCompact
          title="Datasets"
          subtitle="Data to train and test with"
          actions={
            <>
              {menu.map(({ label, icon, onSelect }) => (
                <Button key={label} icon={icon} className="max-md:hidden" onClick={onSelect}>
                  {label}
                </Button>
              ))}
              <AddButton label="Add Dataset" onAdd={() => actions.open("add")} />
            </>
          }
        />
      }
      followed={null}
      controls={{
        className: "flex flex-wrap gap-2",
        search: {
          label: "Search datasets",
          placeholder: "Search by name, licence, notes, tags...",
          onChange: actions.search,
          className: "min-w-64 flex-1",
        },
        filter,
        noFilter: NO_FILTER,
        filters: (
          <>
            <OptionFilter
              label="Licence"
              all="All Licences"
              choices={licences ?? []}
              value={filter.licence}
              onChange={(licence) => actions.filter({ licence })}
              className="md:w-44"
            />
            <OptionFilter
              label="Tag"
              all="All Tags"
              choices={tags ?? []}
              value={filter.tag}
              onChange={(tag) => actions.filter({ tag })}
              className="md:w-44"
            />
          </>
        ),
        menu: [menu, sortEntries(COLUMNS, sort, sortBy)],
      }}
      skeleton={
        <TableSkeleton label="Loading datasets" rows={6} columns={COLUMNS} actionsWidth={ACTIONS_WIDTH} />
      }
      emptyIcon={<Database />}
      dialogs={<DatasetDialogs view={view} actions={actions} library={library} />}
    >
      <DataTable
        label="Datasets"
        rows={shown}
        columns={COLUMNS}
        sort={sort}
        unsorted="Last updated first"
        onSort={sortBy}
        onOpen={({ id }) => actions.open("detail", id)}
        marked={marked}
        rowKeys={{ e: ({ id }) => actions.open("edit", id) }}
        rowActions={renderActions}
        actionsWidth={ACTIONS_WIDTH}
      />
    </LibraryPage>
  );
}
