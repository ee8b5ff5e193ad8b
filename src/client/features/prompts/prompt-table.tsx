import { Copy } from "lucide-react";
import { memo, useMemo } from "react";

import type { DataTableColumn } from "#client/ui/data-table-column.ts";
import { DataTable } from "#client/ui/data-table.tsx";
import { EditDeleteButtons } from "#client/ui/edit-delete-buttons.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { ModalityBadge } from "#client/ui/modality-badge.tsx";
import { optionLabel } from "#shared/labels.ts";
import type { Prompt } from "#shared/prompts.ts";

import { PromptTags } from "./prompt-tags.tsx";
import type { DialogOfPrompt, PromptSort, SortColumn } from "./prompts-view-url.ts";
import { useCopyPrompt } from "./use-copy-prompt.ts";

const COLUMNS: readonly DataTableColumn<Prompt, SortColumn>[] = [
  { key: "name", header: "Name", isSortable: true, render: (prompt) => prompt.name },
  {
    key: "industry",
    header: "Industry",
    isSortable: true,
    width: "14%",
    render: (prompt) => prompt.industry && optionLabel(prompt.industry),
  },
  {
    key: "modality",
    header: "Modality",
    isSortable: true,
    width: "17%",
    render: (prompt) => prompt.modality && <ModalityBadge modality={prompt.modality} />,
  },
];

interface PromptTableProps {
  prompts: readonly Prompt[];
  sort: PromptSort | null;
  onSort: (sort: PromptSort) => void;
  onOpen: (dialog: DialogOfPrompt, promptId: string) => void;
  onTag: (tag: string) => void;
}

/** The library as rows. Typing renders the page at every key, this only when its rows have changed. */
export const PromptTable = memo(function PromptTable(props: PromptTableProps) {
  const { prompts, sort, onSort, onOpen, onTag } = props;
  const copyPrompt = useCopyPrompt();
  const columns = useMemo(
    (): typeof COLUMNS => [
      ...COLUMNS,
      {
        key: "tags",
        header: "Tags",
        width: "22%",
        render: ({ tags }) => tags.length > 0 && <PromptTags tags={tags} onTag={onTag} />,
      },
    ],
    [onTag],
  );
  const handleCopy = (prompt: Prompt) => void copyPrompt(prompt.prompt);
  const renderActions = (prompt: Prompt) => (
    <RowActions prompt={prompt} onOpen={onOpen} onCopy={() => handleCopy(prompt)} />
  );
  return (
    <DataTable
      label="Prompts"
      rows={prompts}
      columns={columns}
      sort={sort}
      onSort={onSort}
      onOpen={(prompt) => onOpen("detail", prompt.id)}
      rowKeys={{ c: handleCopy, e: (prompt) => onOpen("edit", prompt.id) }}
      rowActions={renderActions}
      actionsWidth="8.25rem"
    />
  );
});

interface RowActionsProps extends Pick<PromptTableProps, "onOpen"> {
  prompt: Prompt;
  onCopy: () => void;
}

function RowActions({ prompt: { id, name }, onOpen, onCopy }: RowActionsProps) {
  return (
    <>
      <IconButton label={`Copy ${name}`} size="small" onClick={onCopy}>
        <Copy aria-hidden />
      </IconButton>
      <EditDeleteButtons
        name={name}
        onEdit={() => onOpen("edit", id)}
        onDelete={() => onOpen("delete", id)}
      />
    </>
  );
}
