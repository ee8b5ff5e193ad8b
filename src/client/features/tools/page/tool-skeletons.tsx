import { TableSkeleton } from "#client/ui/table-skeleton.tsx";

import { TOOL_COLUMNS } from "./tool-table.tsx";

/** Holds the place of the table while the tools are on their way. */
export function ToolSkeletons() {
  return <TableSkeleton label="Loading tools" rows={10} columns={TOOL_COLUMNS} />;
}
