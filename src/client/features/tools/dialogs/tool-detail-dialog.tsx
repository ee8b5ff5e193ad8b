import { History, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";

import { CommentButton, ItemDiscussion } from "#client/features/discussions/item-discussion.tsx";
import { itemAttributes } from "#client/features/discussions/quote-offer.tsx";
import { NamesProvider } from "#client/features/links/names/named-text.tsx";
import { RelatedSection } from "#client/features/links/related-section.tsx";
import { ItemNote } from "#client/features/live/item-note.tsx";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { PromptsInTool } from "#client/features/ratings/prompts-in-tool.tsx";
import { ToolBadges, ToolFacts, ToolTitle } from "#client/features/tools/facts/tool-facts.tsx";
import { useToolVerdict } from "#client/features/verdicts/use-verdicts.ts";
import { VerdictSection } from "#client/features/verdicts/verdict-section.tsx";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { FooterMenu } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { itemAddress, toolPageAddress } from "#shared/kernel/item-address.ts";
import type { Tool } from "#shared/tools/tools.ts";

interface ToolDetailDialogProps {
  tool: Tool;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onHistory: () => void;
  onDecide: () => void;
  onTag: (tag: string) => void;
}

export function ToolDetailDialog(props: ToolDetailDialogProps) {
  const { tool, onClose, onEdit, onDelete, onHistory, onDecide, onTag } = props;
  const item = { kind: "tool", id: tool.id } as const;
  const copyLink = useCopyLink();
  const isDeleted = useIsDeleted();
  const [requests, setRequests] = useState(0);
  const { state, isError } = useToolVerdict(tool.id);
  const isVerdictPending = !state && !isError;
  useShortcut("e", () => !isDeleted && onEdit(), "dialog");
  useShortcut("h", () => !isDeleted && onHistory(), "dialog");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<ToolTitle tool={tool} />}
      footer={
        <>
          <FooterMenu
            entries={[
              {
                label: "Copy Link",
                icon: <Link2 aria-hidden />,
                onSelect: () => void copyLink(itemAddress(item), "tool"),
              },
              {
                label: "History",
                icon: <History aria-hidden />,
                isDisabled: isDeleted,
                onSelect: onHistory,
              },
              {
                label: "Delete",
                icon: <Trash2 aria-hidden />,
                isDisabled: isDeleted,
                onSelect: onDelete,
              },
            ]}
          />
          <Button
            variant="primary"
            icon={<Pencil aria-hidden />}
            aria-keyshortcuts="e"
            disabled={isDeleted}
            onClick={onEdit}
          >
            Edit
          </Button>
        </>
      }
    >
      <ItemNote />
      <div className="flex flex-wrap items-center">
        <ToolBadges tool={tool} />
        <CommentButton onPress={() => setRequests(requests + 1)} />
      </div>
      <div className="mt-4">
        <VerdictSection toolId={tool.id} onDecide={onDecide} />
      </div>
      {/* Invisible until the verdict above has loaded, because the verdict's height is unknown. */}
      <div {...itemAttributes(item)} className={classNames(isVerdictPending && "invisible")}>
        <NamesProvider item={item}>
          <ToolFacts tool={tool} onTag={onTag} />
        </NamesProvider>
        <div className="mt-6 border-t border-line pt-4">
          <ItemDiscussion item={item} title={tool.name} openRequests={requests} />
        </div>
        <PromptsInTool toolId={tool.id} className="mt-4 border-t border-line pt-4" />
        <div className="mt-4 border-t border-line pt-4">
          <RelatedSection
            item={item}
            title={tool.name}
            action={
              <Link
                to={toolPageAddress(tool.id)}
                className="rounded-chip wrap-anywhere text-accent-ink hover:underline"
              >
                Everything about {tool.name}
              </Link>
            }
          />
        </div>
      </div>
    </Dialog>
  );
}
