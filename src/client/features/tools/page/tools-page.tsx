import { lazy, Suspense } from "react";

import { CountLine } from "#client/features/page-view/count-line.tsx";
import { LibraryHeader } from "#client/features/page-view/library-header.tsx";
import { useRefusal } from "#client/features/page-view/use-refusal.ts";
import { ToolDialogs } from "#client/features/tools/dialogs/tool-dialogs.tsx";
import { ErrorState } from "#client/ui/error-state.tsx";

import { LayoutSwitch } from "./layout-switch.tsx";
import { NoTools } from "./no-tools.tsx";
import { ToolControls } from "./tool-controls.tsx";
import { ToolSkeletons } from "./tool-skeletons.tsx";
import { ToolTable } from "./tool-table.tsx";
import { isFiltered } from "./tools-view-url.ts";
import { useShownTools } from "./use-shown-tools.ts";
import { useToolsView } from "./use-tools-view.ts";
import { useTools } from "./use-tools.ts";

const LandscapeView = lazy(async () => ({
  default: (await import("#client/features/tools/landscape/landscape-view.tsx")).LandscapeView,
}));

const NO_FILTER = { search: "", industry: null, modality: null, isRecentOnly: false };

const NOTHING_TO_EXPORT = { title: "Failed to fetch AI tools", text: "Please try again later." };

/** The AI Stack: the catalogue of AI tools with everything that can be done with it. */
export function ToolsPage() {
  const { view, actions } = useToolsView();
  const { tools, isPending, isError, retry } = useTools();
  const shown = useShownTools(tools, view.filter, view.sort);
  const hasFilter = isFiltered(view.filter);
  const isKnown = !isPending && !isError;
  useRefusal(view.dialog === "export" && isError, NOTHING_TO_EXPORT, actions.close);

  return (
    <div className="flex flex-col gap-4">
      <LibraryHeader
        title="AI Stack"
        subtitle="The AI tools your team knows, in one catalogue"
        addLabel="Add Tool"
        onOpen={actions.open}
      />
      <ToolControls tools={tools} filter={view.filter} onSearch={actions.search} onFilter={actions.filter} />
      <CountLine
        text={isKnown && `Showing ${shown.length} of ${tools.length} tools`}
        hasFilter={hasFilter}
        onClear={() => actions.filter(NO_FILTER)}
      >
        <div className="ml-auto">
          <LayoutSwitch layout={view.layout} onChange={actions.showAs} />
        </div>
      </CountLine>
      {isPending && <ToolSkeletons />}
      {isError && (
        <ErrorState
          title="Error Loading Tools"
          text="Failed to load AI tools. Please try again later."
          onRetry={retry}
        />
      )}
      {isKnown && shown.length === 0 && (
        <NoTools
          isFiltered={hasFilter}
          onClear={() => actions.filter(NO_FILTER)}
          onAdd={() => actions.open("add")}
        />
      )}
      {isKnown && shown.length > 0 && view.layout === "table" && (
        <ToolTable tools={shown} sort={view.sort} onSort={actions.sort} onOpen={actions.open} />
      )}
      {isKnown && shown.length > 0 && view.layout === "landscape" && (
        <Suspense fallback={<ToolSkeletons />}>
          <LandscapeView tools={shown} onOpen={actions.open} onList={actions.showList} />
        </Suspense>
      )}
      <ToolDialogs view={view} actions={actions} tools={isKnown ? tools : null} />
    </div>
  );
}
