import { CountLine } from "#client/features/page-view/count-line.tsx";
import { LibraryHeader } from "#client/features/page-view/library-header.tsx";
import { useRefusal } from "#client/features/page-view/use-refusal.ts";
import { PromptDialogs } from "#client/features/prompts/dialogs/prompt-dialogs.tsx";
import { ErrorState } from "#client/ui/error-state.tsx";

import { NoPrompts } from "./no-prompts.tsx";
import { PromptControls } from "./prompt-controls.tsx";
import { PromptSkeletons } from "./prompt-skeletons.tsx";
import { PromptTable } from "./prompt-table.tsx";
import { isFiltered, NO_FILTER } from "./prompts-view-url.ts";
import { usePromptsView } from "./use-prompts-view.ts";
import { usePrompts } from "./use-prompts.ts";
import { useShownPrompts } from "./use-shown-prompts.ts";

const NOTHING_TO_EXPORT = { title: "Failed to fetch prompts", text: "Please try again later." };

/** The saved prompts with everything that can be done with them. */
export function PromptLibrary({ username }: { username: string }) {
  const { view, actions } = usePromptsView();
  const { prompts, isPending, isError, retry } = usePrompts();
  const shown = useShownPrompts(prompts, view.filter, view.sort);
  const hasFilter = isFiltered(view.filter);
  const isKnown = !isPending && !isError;
  useRefusal(view.dialog === "export" && isError, NOTHING_TO_EXPORT, actions.close);

  return (
    <div className="flex flex-col gap-4">
      <LibraryHeader
        title="Prompt Stack"
        subtitle="Manage and discover AI prompts"
        addLabel="Add Prompt"
        onOpen={actions.open}
      />
      <PromptControls
        prompts={prompts}
        filter={view.filter}
        onSearch={actions.search}
        onFilter={actions.filter}
      />
      <CountLine
        text={isKnown && `Showing ${shown.length} of ${prompts.length} prompts`}
        hasFilter={hasFilter}
        onClear={() => actions.filter(NO_FILTER)}
      />
      {isPending && <PromptSkeletons />}
      {isError && (
        <ErrorState
          title="Error Loading Prompts"
          text="Failed to load prompts. Please try again later."
          onRetry={retry}
        />
      )}
      {isKnown && shown.length === 0 && (
        <NoPrompts
          isFiltered={hasFilter}
          onClear={() => actions.filter(NO_FILTER)}
          onAdd={() => actions.open("add")}
        />
      )}
      {isKnown && shown.length > 0 && (
        <PromptTable
          prompts={shown}
          sort={view.sort}
          onSort={actions.sort}
          onOpen={actions.open}
          onTag={actions.searchTag}
        />
      )}
      <PromptDialogs view={view} actions={actions} username={username} prompts={isKnown ? prompts : null} />
    </div>
  );
}
