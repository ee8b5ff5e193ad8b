import { memo } from "react";

import type { DataTableColumn } from "#client/ui/data-table-column.ts";
import { DataTable } from "#client/ui/data-table.tsx";
import { EditDeleteButtons } from "#client/ui/edit-delete-buttons.tsx";
import { Logo } from "#client/ui/logo.tsx";
import { ModalityBadge } from "#client/ui/modality-badge.tsx";
import { RelativeTime } from "#client/ui/relative-time.tsx";
import { optionLabel } from "#shared/labels.ts";
import type { Tool } from "#shared/tools.ts";

import type { SortColumn, ToolSort } from "./tools-view-url.ts";

const COLUMNS: readonly DataTableColumn<Tool, SortColumn>[] = [
  {
    key: "name",
    header: "Name",
    isSortable: true,
    width: "23%",
    render: (tool) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} size="small" />
        <span className="truncate">{tool.name}</span>
      </span>
    ),
  },
  { key: "company", header: "Company", isSortable: true, width: "14%", render: (tool) => tool.company },
  {
    key: "capabilities",
    header: "Capabilities",
    isSortable: true,
    className: "max-xl:hidden",
    isHiddenOnCard: true,
    render: (tool) => <span title={tool.capabilities ?? undefined}>{tool.capabilities}</span>,
  },
  {
    key: "industry",
    header: "Industry",
    isSortable: true,
    width: "7.25rem",
    render: (tool) => tool.industry && optionLabel(tool.industry),
  },
  {
    key: "modality",
    header: "Modality",
    isSortable: true,
    width: "7rem",
    render: (tool) => tool.modality && <ModalityBadge modality={tool.modality} />,
  },
  {
    key: "dateUpdated",
    header: "Updated",
    isSortable: true,
    width: "9.25rem",
    render: (tool) => <RelativeTime iso={tool.dateUpdated} />,
  },
];

interface ToolTableProps {
  tools: readonly Tool[];
  sort: ToolSort | null;
  onSort: (sort: ToolSort) => void;
  onOpen: (dialog: "detail" | "edit" | "delete", toolId: string) => void;
}

/** The catalogue as rows. Typing renders the page at every key, this only when its rows have changed. */
export const ToolTable = memo(function ToolTable({ tools, sort, onSort, onOpen }: ToolTableProps) {
  const renderActions = ({ id, name }: Tool) => (
    <EditDeleteButtons name={name} onEdit={() => onOpen("edit", id)} onDelete={() => onOpen("delete", id)} />
  );
  return (
    <DataTable
      label="AI tools"
      rows={tools}
      columns={COLUMNS}
      sort={sort}
      onSort={onSort}
      onOpen={(tool) => onOpen("detail", tool.id)}
      rowKeys={{ e: (tool) => onOpen("edit", tool.id) }}
      rowActions={renderActions}
    />
  );
});
