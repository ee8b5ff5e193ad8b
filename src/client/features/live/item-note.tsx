import { RefreshCw, Trash2 } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { DialogNote } from "#client/ui/dialog/dialog-note.tsx";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { ChangeWords } from "./change-words.tsx";
import { useOpenItemState } from "./open-item.tsx";

interface ItemNoteProps {
  /** Loads other people's changes. Without it, the dialog always shows the current item. */
  onShow?: () => void;
  /** Note shown if the item was deleted. */
  whenDeleted?: string;
}

/** Note in an item's dialog that another user has changed or deleted the item. */
export function ItemNote({ onShow, whenDeleted }: ItemNoteProps) {
  const state = useOpenItemState();
  if (!state?.isOutdated) return null;
  const { change, latest, take } = state;
  return latest === null ? (
    <ChangeNote change={change} isDeleted whenDeleted={whenDeleted} />
  ) : (
    <ChangeNote change={change} onShow={onShow ?? take} />
  );
}

interface ChangeNoteProps {
  /** Another user's change; null if the author is unknown. */
  change: LiveChange | null;
  isDeleted?: boolean;
  whenDeleted?: string | undefined;
  onShow?: () => void;
}

/** Note in a dialog about another user's change, with a button to show it. */
export function ChangeNote({ change, isDeleted = false, whenDeleted, onShow }: ChangeNoteProps) {
  const Icon = isDeleted ? Trash2 : RefreshCw;
  return (
    <DialogNote>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-warning-soft px-5 py-2 text-warning-ink md:px-6">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 py-1 wrap-anywhere">
          <ChangeWords change={change} isDeleted={isDeleted} />
          {isDeleted && whenDeleted && ` ${whenDeleted}`}
        </span>
        {onShow && (
          <Button size="small" onClick={onShow}>
            Show
          </Button>
        )}
      </span>
    </DialogNote>
  );
}
