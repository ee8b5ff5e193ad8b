import { useEffect, useId, useRef } from "react";

import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";

/** Found item with its title. */
export interface FoundItem {
  ref: ItemRef;
  title: string;
}

interface ItemChoicesProps {
  label: string;
  choices: readonly FoundItem[];
  onPick: (choice: FoundItem) => void;
  /** True to scroll the choices into view. */
  isInView?: boolean;
}

/** Clickable list of items. */
export function ItemChoices({ label, choices, onPick, isInView = false }: ItemChoicesProps) {
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const count = choices.length;
  useEffect(() => {
    if (isInView && count > 0) list.current?.scrollIntoView({ block: "nearest" });
  }, [isInView, count]);
  if (count === 0) return null;
  return (
    <div>
      <p id={id} className="mb-1 text-xs text-ink-muted">
        {label}
      </p>
      <ul
        ref={list}
        aria-labelledby={id}
        className="scroll-my-2 overflow-hidden rounded-control border border-line"
      >
        {choices.map((choice) => {
          const { kind } = itemOfRef(choice.ref);
          const { one, Icon } = labelsOf(kind);
          return (
            <li key={choice.ref} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onPick(choice)}
                className="flex min-h-control w-full items-center gap-2.5 px-3 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1 truncate">
                  <ItemText kind={kind} text={choice.title} />
                </span>
                <span className="shrink-0 text-xs text-ink-faint">{one}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
