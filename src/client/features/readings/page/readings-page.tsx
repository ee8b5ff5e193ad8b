import { BookOpenText, Download, Upload } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";

import { IN_BODY, trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { WatchMenu } from "#client/features/inbox/watch-menu.tsx";
import { LibraryHeader } from "#client/features/library/library-header.tsx";
import { LibraryPage, type LibraryTexts } from "#client/features/library/library-page.tsx";
import { useFiltered, usePreservedOrder } from "#client/features/library/use-library.ts";
import { useLiveChanges } from "#client/features/live/use-live-changes.ts";
import { OptionFilter } from "#client/features/options/option-controls.tsx";
import { ReadingDialogs } from "#client/features/readings/dialogs/reading-dialogs.tsx";
import { useReadings } from "#client/features/readings/use-readings.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Select } from "#client/ui/form/select.tsx";
import type { ReadingExportFormat } from "#shared/export.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import { matchesReadingFilter, type ReadingFilter, topicsOf } from "#shared/readings/reading-filter.ts";
import type { ListedReading, Reading } from "#shared/readings/readings.ts";

import { ReadingList } from "./reading-list.tsx";
import { type ReadingOrder, NO_FILTER, useReadingsView } from "./readings-view.ts";

const NO_IDS: ReadonlySet<string> = new Set();

/** Returns the ids of items of a kind that other people have deleted while the page is open. */
export function useDeletedItems(kind: ItemKind): ReadonlySet<string> {
  const [deletedIds, setDeletedIds] = useState(NO_IDS);
  useLiveChanges(({ changes }) => {
    const deleted = changes.filter(
      (change) => change.kind === kind && change.verb === "deleted" && !change.isOwn,
    );
    if (deleted.length > 0)
      setDeletedIds((last) => new Set([...last, ...deleted.map(({ itemId }) => itemId)]));
  });
  return deletedIds;
}

const TEXTS: LibraryTexts = {
  nouns: "readings",
  failed: { title: "Error Loading Readings", text: "Failed to load readings. Please try again later." },
  noMatch: {
    title: "No Readings Found",
    text: "No readings match your search. Try different words or another topic.",
  },
  empty: {
    title: "No Readings Yet",
    text: "Start building your reading collection by adding your first book or article.",
    add: "Add Your First Reading",
  },
};

/** ChapterLoop: the team's reading list with discussions. */
export function ReadingsPage() {
  const { view, actions } = useReadingsView();
  const readings = useReadings();
  const { items, isKnown } = readings;
  const deletedByOthers = useDeletedItems("reading");
  const preservedIds = useMemo(
    () => new Set(view.openIds.filter((id) => deletedByOthers.has(id))),
    [deletedByOthers, view.openIds],
  );
  const { filter, order } = view;
  const sorted = useMemo(() => sortReadings(items, order), [items, order]);
  const ordered = usePreservedOrder(sorted, { filter, order }, preservedIds);
  const deleted = useMemo(() => {
    const knownTopic = new Set(items.map(({ id }) => id));
    return new Set([...preservedIds].filter((id) => !knownTopic.has(id)));
  }, [preservedIds, items]);
  const { shown, hasFilter } = useFiltered(ordered, filter, NO_FILTER, matchesReadingFilter);
  // The topic in a link may not exist.
  const topic = filter.topic === null ? null : shown[0]?.topic;
  const toast = useToast();
  const transfers = useTransfers(actions.open);

  const checkLink = useEffectEvent(() => {
    const openIds = view.openIds.filter((openId) => items.some(({ id }) => id === openId));
    if (openIds.length === view.openIds.length) return;
    toast.failure("Reading Not Found", "It may have been deleted since this link was created.");
    actions.showOpen(openIds);
  });
  useEffect(() => {
    if (isKnown) checkLink();
  }, [isKnown]);

  return (
    <LibraryPage
      texts={TEXTS}
      library={{ ...readings, items: ordered }}
      shown={shown}
      hasFilter={hasFilter}
      onClear={() => actions.filter(NO_FILTER)}
      onAdd={() => actions.open("add")}
      header={
        <LibraryHeader
          title="ChapterLoop"
          subtitle="Manage your reading list and engage in discussions"
          addLabel="Add Reading"
          onAdd={() => actions.open("add")}
        />
      }
      followed={{ section: "readings", filter }}
      watch={topic && <WatchMenu watched={`topic:${topic}`} title={topic} />}
      countEnd={<OrderPicker order={order} onSort={actions.sortBy} />}
      more={[transfers]}
      controls={{
        className: "flex gap-2",
        search: {
          label: "Search readings",
          placeholder: "Search by title, author, topic, notes, tags...",
          onChange: actions.search,
          className: "flex-1",
        },
        filter,
        noFilter: NO_FILTER,
        filters: <TopicFilter readings={items} filter={filter} onFilter={actions.filter} />,
        menu: [transfers, orderEntries(order, actions.sortBy)],
      }}
      skeleton={<ReadingSkeletons />}
      emptyIcon={<BookOpenText />}
      dialogs={<ReadingDialogs view={view} library={readings} actions={actions} />}
    >
      <ReadingList readings={shown} deleted={deleted} view={view} actions={actions} />
    </LibraryPage>
  );
}

const EXPORTS: readonly { format: ReadingExportFormat; label: string }[] = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "json", label: "JSON, with fields and discussions" },
  { format: "bibtex", label: "BibTeX, for citations" },
];

/**
 * Returns menu entries for imports and exports. Exports are always requested from the server, because they must not
 * come from a cache.
 */
function useTransfers(onOpen: (dialog: "import") => void) {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  return [
    { label: "Import", icon: <Upload aria-hidden />, onSelect: () => onOpen("import") },
    ...EXPORTS.map(({ format, label }) => ({
      label: `Export ${label}`,
      icon: <Download aria-hidden />,
      isDisabled: isPending,
      onSelect: () => void save(client.exports.readings.query({ format }, { context: IN_BODY })),
    })),
  ];
}

const CARDS = ["w-72", "w-56", "w-80", "w-64", "w-72", "w-48"];

function ReadingSkeletons() {
  return (
    <div className="space-y-3">
      <output className="sr-only">Loading readings</output>
      {CARDS.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change their order
        <Card key={index} className="flex h-18 items-center gap-3 px-4">
          <Skeleton className="size-4 shrink-0" />
          <div className="min-w-0 flex-1 space-y-2">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3.5 w-40" />
          </div>
          <Skeleton className="h-5.5 w-20 max-md:hidden" />
        </Card>
      ))}
    </div>
  );
}

const ORDERS = [
  { value: "added", label: "Newest first" },
  { value: "commented", label: "Last comment first" },
] as const;

/** Returns the readings newest first, or by their last comment. */
const sortReadings = (readings: readonly ListedReading[], order: ReadingOrder): readonly ListedReading[] =>
  order === "added"
    ? readings
    : readings.toSorted(
        (one, two) => Date.parse(two.lastCommentAt ?? "1970") - Date.parse(one.lastCommentAt ?? "1970"),
      );

/** Returns menu entries for the list's orders. */
const orderEntries = (order: ReadingOrder, onSort: (order: ReadingOrder) => void) =>
  ORDERS.map(({ value, label }) => ({ label, isChosen: value === order, onSelect: () => onSort(value) }));

interface OrderPickerProps {
  order: ReadingOrder;
  onSort: (order: ReadingOrder) => void;
}

function OrderPicker({ order, onSort }: OrderPickerProps) {
  return (
    <Select
      aria-label="Sort by"
      className="w-48"
      options={ORDERS}
      value={order}
      onChange={(event) => onSort(event.target.value === "commented" ? "commented" : "added")}
    />
  );
}

interface TopicFilterProps {
  readings: readonly Reading[];
  filter: ReadingFilter;
  onFilter: (filter: Partial<ReadingFilter>) => void;
}

function TopicFilter({ readings, filter, onFilter }: TopicFilterProps) {
  const { topic } = filter;
  const topics = useMemo(
    // The topic in a link remains a choice, even if no reading has it.
    () => topicsOf([...readings, { topic }]).map((value) => ({ value, label: value })),
    [readings, topic],
  );
  return (
    <OptionFilter
      label="Topic"
      all="All Topics"
      choices={topics}
      value={topic}
      onChange={(next) => onFilter({ topic: next })}
      className="md:w-56"
    />
  );
}
