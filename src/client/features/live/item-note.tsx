import { RefreshCw, Trash2 } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { DialogNote } from "#client/ui/dialog/dialog-frame.tsx";
import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";
import { TimeSince } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { type OpenItemState, useOpenItemState } from "./open-item.tsx";

interface ItemNoteProps {
  /** Loads other people's changes. By default, the dialog shows the current item. */
  onShow?: () => void;
  /** Additional text if the item was deleted. */
  deletedText?: string;
}

/** Note in an item's dialog that another user has changed or deleted the item. */
export function ItemNote({ onShow, deletedText }: ItemNoteProps) {
  const state = useOpenItemState();
  if (!state?.isOutdated) return null;
  const { change, latest, accept } = state;
  return latest === null ? (
    <ChangeNote change={change} isDeleted deletedText={deletedText} />
  ) : (
    <ChangeNote change={change} onShow={onShow ?? accept} />
  );
}

interface ChangeNoteProps {
  /** Another user's change; null if it is unknown. */
  change: LiveChange | null;
  isDeleted?: boolean;
  deletedText?: string | undefined;
  onShow?: () => void;
}

/** Note in a dialog about another user's change, with a button to show it. */
export function ChangeNote({ change, isDeleted = false, deletedText, onShow }: ChangeNoteProps) {
  const Icon = isDeleted ? Trash2 : RefreshCw;
  return (
    <DialogNote>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-warning-soft px-5 py-2 text-warning-ink md:px-6">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 py-1 wrap-anywhere">
          <ChangeSentence change={change} isDeleted={isDeleted} />
          {isDeleted && deletedText && ` ${deletedText}`}
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

interface ChangeSentenceProps {
  /** Another user's change; null if it is unknown. */
  change: LiveChange | null;
  isDeleted: boolean;
}

/** "Ada changed this just now." */
export function ChangeSentence({ change, isDeleted }: ChangeSentenceProps) {
  const verb = isDeleted ? "deleted" : "changed";
  // A deleted item may have been changed by one user and then deleted by another.
  if (change === null || (change.verb === "deleted") !== isDeleted)
    return <span>{`This was ${verb} in the meantime.`}</span>;
  return (
    <>
      <bdi>{personName(change.actor)}</bdi> {verb} this <TimeSince iso={change.at} />.
    </>
  );
}

interface ItemPillProps {
  state: OpenItemState;
  /** Closes the item. A deleted item then disappears. */
  onClose: () => void;
}

/** Pill over an open item that another user has changed or deleted. */
export function ItemPill({ state: { isOutdated, latest, change, accept }, onClose }: ItemPillProps) {
  const isDeleted = latest === null;
  return (
    <PillAnchor className="px-2">
      {isOutdated && (
        <Pill action={isDeleted ? "Close" : "Show"} onAction={isDeleted ? onClose : accept}>
          <ChangeSentence change={change} isDeleted={isDeleted} />
        </Pill>
      )}
    </PillAnchor>
  );
}
