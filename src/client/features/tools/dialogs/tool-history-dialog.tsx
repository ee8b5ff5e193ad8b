import { HistoryDialog } from "#client/features/history/history-dialog.tsx";
import type { HistoryKind } from "#client/features/history/item-history.ts";
import { useToolHistory } from "#client/features/tools/use-tool-history.ts";
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
