import { Link2 } from "lucide-react";
import { useRef, useState } from "react";

import { useIsDeleted } from "#client/features/live/open-item.tsx";
import type { FoundItem } from "#client/features/search/item-choices.tsx";
import { ItemFinder } from "#client/features/search/item-finder.tsx";
import { Button } from "#client/ui/button.tsx";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";

import { useAddLink } from "./use-links.ts";

interface LinkAdderProps {
  item: ItemKey;
  /** Items already linked to it, among those shown. */
  known: readonly ItemRef[];
}

/** Form for linking an item to another. */
export function LinkAdder({ item, known }: LinkAdderProps) {
  const [isOpen, setOpen] = useState(false);
  const isGone = useIsDeleted();
  const { link, isPending } = useAddLink(item);
  const opener = useRef<HTMLButtonElement>(null);

  function leave() {
    setOpen(false);
    opener.current?.focus();
  }
  function handlePick({ ref }: FoundItem) {
    link(ref);
    leave();
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        ref={opener}
        variant="ghost"
        size="small"
        className="-ml-2.5"
        icon={<Link2 aria-hidden />}
        aria-expanded={isOpen}
        disabled={isGone}
        isPending={isPending}
        onClick={() => setOpen(!isOpen)}
      >
        Link something…
      </Button>
      {isOpen && (
        <div className="w-full">
          <ItemFinder
            label="Link to"
            takesFocus
            without={new Set([`${item.kind}:${item.id}`, ...known])}
            onPick={handlePick}
            onLeave={leave}
          />
        </div>
      )}
    </div>
  );
}
