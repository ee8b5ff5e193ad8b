import { firstPageOf } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { HistoryDialog } from "#client/features/history/history-dialog.tsx";
import type { HistoryKind, ItemHistory } from "#client/features/history/item-history.ts";
import {
  BY_PAGE,
  farOffVersion,
  useItemHistory,
  versionsOf,
} from "#client/features/history/use-item-history.ts";
import { useRestoring } from "#client/features/history/use-restoring.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import type { Tool } from "#shared/tools/tools.ts";

interface ToolHistoryDialogProps {
  tool: Tool;
  /** Number of the shown version; null for the current one. */
  version: number | null;
  onShow: (version: number | null) => void;
  onClose: () => void;
}

const OF_TOOLS: HistoryKind = { kind: "tool", fields: TOOL_FIELDS };

/** Dialog with all versions of a tool. */
export function ToolHistoryDialog({ tool, ...rest }: ToolHistoryDialogProps) {
  const history = useToolHistory(tool.id, rest.version);
  return <HistoryDialog of={OF_TOOLS} id={tool.id} name={tool.name} history={history} {...rest} />;
}

/** Returns a tool's history, including the version in the URL. */
function useToolHistory(id: string, version: number | null): ItemHistory {
  const { tools } = trpc.useUtils();
  const pages = trpc.tools.versions.useInfiniteQuery(versionsOf(id), BY_PAGE);
  const farOff = trpc.tools.versions.useQuery(...farOffVersion(id, version, pages));
  const readAgain = () => {
    tools.versions.setInfiniteData(versionsOf(id), (known) => known && firstPageOf(known));
    return tools.versions.invalidate({ id });
  };
  const restore = trpc.tools.restore.useMutation(
    useRestoring("tool", () => Promise.all([readAgain(), tools.list.invalidate()])),
  );
  return useItemHistory(id, { pages, farOff, restore, readAgain });
}
