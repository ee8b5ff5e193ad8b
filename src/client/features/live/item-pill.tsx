import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";

import { ChangeWords } from "./change-words.tsx";
import type { OpenItemState } from "./open-item.tsx";

interface ItemPillProps {
  state: OpenItemState;
  /** Closes the item, permanently if it was deleted. */
  onClose: () => void;
}

/** Notice over an open item that another user has changed or deleted it. */
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
