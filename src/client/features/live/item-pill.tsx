import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";

import { ChangeWords } from "./change-words.tsx";
import type { OpenItemState } from "./open-item.tsx";

interface ItemPillProps {
  state: OpenItemState;
  /** Closes the item, for good where it is gone. */
  onClose: () => void;
}

/** Over an item that is open on its page: that somebody else has changed or deleted it since. */
export function ItemPill({ state: { isOutdated, latest, change, take }, onClose }: ItemPillProps) {
  const isDeleted = latest === null;
  return (
    <PillAnchor className="px-2">
      {isOutdated && (
        <Pill action={isDeleted ? "Close" : "Show"} onAction={isDeleted ? onClose : take}>
          <ChangeWords change={change} isDeleted={isDeleted} />
        </Pill>
      )}
    </PillAnchor>
  );
}
