import { Copy } from "lucide-react";
import { memo, useMemo } from "react";

import { useRecentChanges } from "#client/features/live/use-recent-changes.ts";
import { useCopyPrompt, type ListedPrompt, useStarPrompt } from "#client/features/prompts/use-prompts.ts";
import { IconButton } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { StarButton } from "#client/ui/star-button.tsx";
import type { DataTableColumn } from "#client/ui/table/columns.ts";
import { DataTable } from "#client/ui/table/data-table.tsx";
import { EditDeleteButtons } from "#client/ui/table/row-buttons.tsx";
import { Badge, ModalityBadge } from "#client/ui/text/badge.tsx";
import { Tag } from "#client/ui/text/tag.tsx";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import type { DialogOfPrompt, PromptSort, SortColumn } from "./prompts-view.ts";

/** Width of three buttons in rem. */
export const PROMPT_ACTIONS_WIDTH = 8.25;

/** Maximum number of tags in a row. Further tags are only counted. */
const MAX_SHOWN_TAGS = 2;

const ignore = () => {};

interface PromptColumnActions {
  onTag: (tag: string) => void;
  onStar: (prompt: ListedPrompt, isStarred: boolean) => void;
}

/** Returns the table's columns. A click on a tag calls `onTag`, on a star `onStar`. */
export const promptColumns = (
  { onTag, onStar }: PromptColumnActions = { onTag: ignore, onStar: ignore },
): readonly DataTableColumn<ListedPrompt, SortColumn>[] => [
  {
    key: "name",
    header: "Name",
    isSortable: true,
    width: 12.5,
    grow: 1,
    render: ({ name }) => (
      <span title={name} className="max-md:line-clamp-2 max-md:whitespace-normal">
        {name}
      </span>
    ),
  },
  {
    key: "industry",
    header: "Industry",
    isSortable: true,
    width: 8.5,
    removalOrder: 1,
    render: ({ industry }) => industry && optionLabel(industry),
  },
  {
    key: "modality",
    header: "Modality",
    isSortable: true,
    width: 9.5,
    render: ({ modality }) => modality && <ModalityBadge modality={modality} />,
    skeleton: <Skeleton className="h-5.5 w-28" />,
  },
  {
    key: "tags",
    header: "Tags",
    width: 14,
    grow: 1,
    render: ({ tags }) => tags.length > 0 && <PromptTags tags={tags} onTag={onTag} />,
    skeleton: (
      <div className="flex gap-1.5">
        <Skeleton className="h-6 w-16" />
        <Skeleton className="h-6 w-20" />
      </div>
    ),
  },
  {
    key: "stars",
    header: "Stars",
    isSortable: true,
    width: 6,
    isFirstOnCard: true,
    render: (prompt) => (
      <span className="-my-2 -ml-2 flex items-center gap-0.5 tabular-nums max-md:-ml-3.5">
        <StarButton
          name={prompt.name}
          isStarred={prompt.isStarred}
          onStar={(isStarred) => onStar(prompt, isStarred)}
        />
        {/* Minimum width, because stars load after the prompts, and a wider number would wrap the tags beside it. */}
        <span className="min-w-2.5">{prompt.stars > 0 && prompt.stars}</span>
      </span>
    ),
  },
];

interface PromptTableProps {
  prompts: readonly ListedPrompt[];
  sort: PromptSort | null;
  onSort: (sort: PromptSort) => void;
  onOpen: (dialog: DialogOfPrompt, promptId: string) => void;
  onTag: (tag: string) => void;
}

/** Table of prompts. Memoized, so that it only renders when its rows change and not on every key. */
export const PromptTable = memo(function PromptTable(props: PromptTableProps) {
  const { prompts, sort, onSort, onOpen, onTag } = props;
  const copyPrompt = useCopyPrompt();
  const highlightedIds = useRecentChanges("prompt");
  const onStar = useStarPrompt();
  const columns = useMemo(() => promptColumns({ onTag, onStar }), [onTag, onStar]);
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
      defaultOrder="Last updated first"
      onSort={onSort}
      onOpen={(prompt) => onOpen("detail", prompt.id)}
      highlightedIds={highlightedIds}
      rowKeys={{
        c: handleCopy,
        e: (prompt) => onOpen("edit", prompt.id),
        s: (prompt) => onStar(prompt, !prompt.isStarred),
        u: (prompt) => onOpen("use", prompt.id),
      }}
      rowActions={renderActions}
      actionsWidth={PROMPT_ACTIONS_WIDTH}
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

function PromptTags({ tags, onTag }: Pick<PromptTableProps, "onTag"> & { tags: readonly string[] }) {
  const hidden = tags.slice(MAX_SHOWN_TAGS);
  return (
    // If space is short, short tags have their full width and long tags share the rest evenly.
    <span className="grid min-w-0 auto-cols-[minmax(0,max-content)] grid-flow-col items-center justify-start gap-1.5">
      {tags.slice(0, MAX_SHOWN_TAGS).map((tag) => (
        <Tag key={tag} label={tag} onClick={() => onTag(tag)} />
      ))}
      {hidden.length > 0 && (
        <span title={hidden.join(", ")} className="flex shrink-0">
          <Badge>+{hidden.length}</Badge>
        </span>
      )}
    </span>
  );
}
