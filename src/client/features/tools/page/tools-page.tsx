import { Layers, Sparkles } from "lucide-react";
import { useCallback } from "react";

import { libraryActions, LibraryHeader } from "#client/features/library/library-header.tsx";
import { LibraryPage, type LibraryTexts } from "#client/features/library/library-page.tsx";
import { useFiltered, usePreservedOrder, useSorted } from "#client/features/library/use-library.ts";
import { usePageView } from "#client/features/page-view/use-page-view.ts";
import { ToolDialogs } from "#client/features/tools/dialogs/tool-dialogs.tsx";
import { useAddStarterTools, useTools } from "#client/features/tools/use-tools.ts";
import { usePresentVerdicts } from "#client/features/verdicts/use-verdicts.ts";
import { Button } from "#client/ui/button.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { TableSkeleton } from "#client/ui/table/data-table-grid.tsx";
import { sortEntries } from "#client/ui/table/data-table.tsx";
import type { FollowedView } from "#shared/follows.ts";
import { matchesToolFilter } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { matchesVerdict, type MovePeriod } from "#shared/verdicts/rings.ts";

import { layoutEntries, LayoutSwitch, ToolFilters } from "./tool-controls.tsx";
import { TOOL_COLUMNS, ToolTable } from "./tool-table.tsx";
import {
  type Layout,
  type SortColumn,
  type ToolsFilter,
  type ToolSort,
  NO_FILTER,
  TOOLS_ADDRESS,
} from "./tools-view.ts";

const TEXTS: LibraryTexts = {
  nouns: "tools",
  failed: { title: "Error Loading Tools", text: "Failed to load AI tools. Please try again later." },
  noMatch: {
    title: "No Tools Found",
    text: "No tools match your current filters. Try adjusting your search criteria.",
  },
  empty: {
    title: "No Tools Found",
    text: "Get started by adding your first AI tool to the database.",
    add: "Add Your First Tool",
  },
};
const DATE_COLUMNS: readonly SortColumn[] = ["dateUpdated"];
const SKELETON = <TableSkeleton label="Loading tools" rows={10} columns={TOOL_COLUMNS} />;

const LandscapeView = lazyComponent(
  async () => (await import("#client/features/tools/landscape/landscape-view.tsx")).LandscapeView,
  () => SKELETON,
);

const RadarView = lazyComponent(
  async () => (await import("#client/features/verdicts/radar/radar-view.tsx")).RadarView,
  () => SKELETON,
);

/** AI Stack: the catalogue of AI tools with all its actions. */
export function ToolsPage() {
  const { view, actions } = usePageView(TOOLS_ADDRESS);
  const { filter, sort, layout } = view;
  const tools = useTools();
  const sorted = useSorted(tools.items, sort, DATE_COLUMNS);
  const ordered = usePreservedOrder(sorted, { filter, sort });
  const { verdicts, loading } = usePresentVerdicts();
  // The radar of a past day loads that day's verdicts itself.
  const isPastRadar = layout === "radar" && view.asOf !== null;
  // The filter by verdict needs the verdicts.
  const isWaiting = filter.verdict !== null && !isPastRadar && tools.isKnown && !loading.isKnown;
  const library = isWaiting ? { ...loading, items: tools.items } : tools;
  const matches = useCallback(
    (tool: Tool, wanted: ToolsFilter, now: Date) =>
      matchesToolFilter(tool, wanted, now) &&
      (isPastRadar || matchesVerdict(verdicts.get(tool.id)?.ring, wanted.verdict)),
    [verdicts, isPastRadar],
  );
  const { shown, hasFilter } = useFiltered(ordered, filter, NO_FILTER, matches);
  const sortBy = useCallback((next: ToolSort) => actions.change({ sort: next }, "replace"), [actions]);
  const showList = useCallback(
    (wanted: Partial<ToolsFilter>) => actions.leaveFor(wanted, { layout: "table" }),
    [actions],
  );

  const showDay = useCallback((asOf: string | null) => actions.change({ asOf }, "replace"), [actions]);
  const showMoved = useCallback(
    (moved: MovePeriod | null) => actions.change({ moved }, "replace"),
    [actions],
  );
  const showBlindSpots = useCallback(
    (hasBlindSpots: boolean) => actions.change({ hasBlindSpots }, "replace"),
    [actions],
  );

  const { settings, importing, exporting } = libraryActions(actions.open);
  const views = { layout, onChange: (next: Layout) => actions.change({ layout: next }, "push") };

  useShortcut("1", () => views.onChange("table"));
  useShortcut("2", () => views.onChange("landscape"));
  useShortcut("3", () => views.onChange("radar"));

  return (
    <LibraryPage
      texts={TEXTS}
      library={library}
      shown={shown}
      hasFilter={hasFilter}
      onClear={() => actions.filter(NO_FILTER)}
      onAdd={() => actions.open("add")}
      header={
        <LibraryHeader
          title="AI Stack"
          subtitle="The AI tools your team knows, in one catalogue"
          actions={[settings, exporting]}
          addLabel="Add Tool"
          onAdd={() => actions.open("add")}
        />
      }
      controls={{
        className: "grid grid-cols-2 gap-2 lg:grid-cols-4 xl:flex",
        search: {
          label: "Search tools",
          placeholder: "Search by name, company, capabilities...",
          onChange: actions.search,
          className: "col-span-2 lg:col-span-4 xl:min-w-64 xl:flex-1",
        },
        filter,
        noFilter: NO_FILTER,
        filters: <ToolFilters tools={library.items} filter={filter} onFilter={actions.filter} />,
        menu: [
          [settings, importing, exporting],
          layoutEntries(views),
          layout === "table" ? sortEntries(TOOL_COLUMNS, sort, sortBy) : [],
        ],
      }}
      followed={toFollowedView(filter)}
      countEnd={<LayoutSwitch {...views} />}
      more={[[importing]]}
      skeleton={SKELETON}
      emptyIcon={<Layers />}
      emptyAction={<StarterToolsButton />}
      dialogs={
        <ToolDialogs view={view} actions={actions} library={library} shown={shown} onList={showList} />
      }
    >
      {layout === "table" ? (
        <ToolTable tools={shown} verdicts={verdicts} sort={sort} onSort={sortBy} onOpen={actions.open} />
      ) : layout === "landscape" ? (
        <LandscapeView
          tools={shown}
          isPartial={filter.search !== "" || filter.isRecentOnly || filter.verdict !== null}
          hasBlindSpots={view.hasBlindSpots}
          onBlindSpots={showBlindSpots}
          onOpen={actions.open}
          onList={showList}
        />
      ) : (
        <RadarView
          tools={shown}
          verdict={filter.verdict}
          asOf={view.asOf}
          moved={view.moved}
          onAsOf={showDay}
          onMoved={showMoved}
          onOpen={actions.open}
        />
      )}
    </LibraryPage>
  );
}

/** Returns the view as a feed. Null with a verdict filter, which feeds don't support. */
const toFollowedView = ({ verdict, ...filter }: ToolsFilter): FollowedView | null =>
  verdict === null ? { section: "tools", filter } : null;

function StarterToolsButton() {
  const addStarterTools = useAddStarterTools();
  return (
    <Button
      icon={<Sparkles aria-hidden />}
      isPending={addStarterTools.isPending}
      pendingLabel="Adding..."
      onClick={() => addStarterTools.mutate()}
    >
      Start with Well-Known Tools
    </Button>
  );
}
