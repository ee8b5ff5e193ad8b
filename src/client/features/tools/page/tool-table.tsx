import { memo, useMemo } from "react";

import { useRecentChanges } from "#client/features/live/use-recent-changes.ts";
import { RingChip } from "#client/features/verdicts/ring-chip.tsx";
import { shortAge } from "#client/format/dates.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import type { DataTableColumn } from "#client/ui/table/columns.ts";
import { DataTable } from "#client/ui/table/data-table.tsx";
import { EditDeleteButtons } from "#client/ui/table/row-buttons.tsx";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { industryLabel } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { CurrentVerdict } from "#shared/verdicts/verdicts.ts";

import type { SortColumn, ToolSort } from "./tools-view.ts";

type Verdicts = ReadonlyMap<string, CurrentVerdict>;

const createColumns = (verdicts: Verdicts): readonly DataTableColumn<Tool, SortColumn>[] => [
  {
    key: "name",
    header: "Name",
    isSortable: true,
    width: 12.5,
    grow: 2,
    render: (tool) => {
      const ring = verdicts.get(tool.id)?.ring;
      return (
        <span className="flex min-w-0 items-center gap-2.5">
          <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} size="small" />
          <span className="truncate" title={tool.name}>
            {tool.name}
          </span>
          {ring && <RingChip ring={ring} isIconOnlyWhenNarrow />}
        </span>
      );
    },
    skeleton: (
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-6 shrink-0" />
        <Skeleton className="h-4 w-32" />
      </div>
    ),
  },
  {
    key: "company",
    header: "Company",
    isSortable: true,
    width: 7.5,
    grow: 1,
    render: (tool) => tool.company && <span title={tool.company}>{tool.company}</span>,
  },
  {
    key: "capabilities",
    header: "Capabilities",
    isSortable: true,
    width: 9.5,
    grow: 6,
    removalOrder: 1,
    isHiddenOnCard: true,
    render: (tool) =>
      tool.capabilities && (
        <span title={tool.capabilities} className="line-clamp-2 text-xs whitespace-normal">
          {tool.capabilities}
        </span>
      ),
  },
  {
    key: "industry",
    header: "Industry",
    isSortable: true,
    width: 7.25,
    render: (tool) => industryLabel(tool.industry),
  },
  {
    key: "modality",
    header: "Modality",
    isSortable: true,
    width: 7,
    render: (tool) => tool.modality && <ModalityBadge modality={tool.modality} />,
    skeleton: <Skeleton className="h-5.5 w-14" />,
  },
  {
    key: "dateUpdated",
    header: "Updated",
    isSortable: true,
    width: 6.5,
    removalOrder: 2,
    render: (tool) => <RelativeTime iso={tool.dateUpdated} format={shortAge} />,
  },
];

const NO_VERDICTS: Verdicts = new Map();
/** Columns until verdicts are loaded. */
export const TOOL_COLUMNS = createColumns(NO_VERDICTS);

interface ToolTableProps {
  tools: readonly Tool[];
  /** Verdicts on the tools. */
  verdicts: Verdicts;
  sort: ToolSort | null;
  onSort: (sort: ToolSort) => void;
  onOpen: (dialog: "detail" | "edit" | "delete" | "verdict", toolId: string) => void;
}

/** Table of tools. Memoized, so that it only renders when its rows change and not on every key. */
export const ToolTable = memo(function ToolTable({ tools, verdicts, sort, onSort, onOpen }: ToolTableProps) {
  const highlightedIds = useRecentChanges("tool");
  const columns = useMemo(() => createColumns(verdicts), [verdicts]);
  const renderActions = ({ id, name }: Tool) => (
    <EditDeleteButtons name={name} onEdit={() => onOpen("edit", id)} onDelete={() => onOpen("delete", id)} />
  );
  return (
    <DataTable
      label="AI tools"
      rows={tools}
      columns={columns}
      sort={sort}
      defaultOrder="Last updated first"
      onSort={onSort}
      onOpen={(tool) => onOpen("detail", tool.id)}
      highlightedIds={highlightedIds}
      rowKeys={{ e: (tool) => onOpen("edit", tool.id), v: (tool) => onOpen("verdict", tool.id) }}
      rowActions={renderActions}
    />
  );
});
