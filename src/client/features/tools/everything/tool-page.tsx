import { useParams } from "react-router-dom";

import { LibraryDialogs } from "#client/features/library/library-dialogs.tsx";
import { OpenItem } from "#client/features/live/open-item.tsx";
import { usePageView, writeQuery } from "#client/features/page-view/use-page-view.ts";
import { useTool } from "#client/features/tools/use-tools.ts";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState, NotFound } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { Tool } from "#shared/tools/tools.ts";

import { EverythingAboutTool } from "./everything-about-tool.tsx";

/** Page state in the URL's query. The tool's id is in the path. */
interface ToolPageView {
  filter: { search: string };
  dialog: "verdict" | "edit" | null;
  itemId: null;
}

const TOOL_PAGE_ADDRESS = {
  read: (query: URLSearchParams): ToolPageView => ({
    filter: { search: "" },
    dialog: (["verdict", "edit"] as const).find((known) => known === query.get("dialog")) ?? null,
    itemId: null,
  }),
  write: ({ dialog }: ToolPageView): URLSearchParams => writeQuery({ dialog }),
};

const EditToolDialog = lazyComponent(
  async () => (await import("#client/features/tools/form/edit-tool-dialog.tsx")).EditToolDialog,
);
const DecideDialog = lazyComponent(
  async () => (await import("#client/features/verdicts/decide/decide-dialog.tsx")).DecideDialog,
);

/** Page with everything about a tool. Its URL can be shared. */
export function ToolPage() {
  const { id = "" } = useParams();
  const { tool, isMissing, isError, retry } = useTool(id);
  usePageTitle(tool?.name ?? (isMissing ? "Page not found" : "Tool"));
  if (tool) return <Page tool={tool} isMissing={isMissing} retry={retry} />;
  if (isMissing) return <NotFound />;
  if (isError)
    return <ErrorState title="Error Loading Tool" text="Couldn't load the tool." onRetry={retry} />;
  return (
    <div className="flex flex-col gap-6">
      <output className="sr-only">Loading the tool</output>
      <Skeleton className="h-16 w-72" />
      <Skeleton className="h-48 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}

interface PageProps {
  tool: Tool;
  /** True if the tool doesn't exist, for example because another user has deleted it. */
  isMissing: boolean;
  retry: () => void;
}

function Page({ tool, isMissing, retry }: PageProps) {
  const { view, actions } = usePageView(TOOL_PAGE_ADDRESS);
  const items = isMissing ? [] : [tool];
  return (
    <>
      <OpenItem kind="tool" isFrozen={false} opened={tool} latest={items[0]}>
        {(shown) => (
          <EverythingAboutTool
            tool={shown}
            onEdit={() => actions.open("edit")}
            onDecide={() => actions.open("verdict")}
          />
        )}
      </OpenItem>
      <LibraryDialogs
        kind="tool"
        view={{ dialog: view.dialog, itemId: view.dialog && tool.id }}
        library={{ items, isPending: false, isError: false, isKnown: true, retry }}
        notFound="Tool Not Found"
        onClose={actions.close}
        renderItem={(item) => (
          <>
            {view.dialog === "edit" && <EditToolDialog tool={item} onClose={actions.close} />}
            {view.dialog === "verdict" && <DecideDialog tool={item} onClose={actions.close} />}
          </>
        )}
      >
        {null}
      </LibraryDialogs>
    </>
  );
}
