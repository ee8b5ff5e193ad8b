import { useEffect, useId, useRef } from "react";

import { KINDS } from "#client/features/search/kinds.ts";
import type { ItemKind } from "#shared/item-address.ts";
import type { ItemRef } from "#shared/items.ts";

/** Something that can be taken as evidence. */
export interface EvidenceChoice {
  ref: ItemRef;
  kind: ItemKind;
  title: string;
}

interface EvidenceChoicesProps {
  label: string;
  choices: readonly EvidenceChoice[];
  onPick: (choice: EvidenceChoice) => void;
  /** Comes into view where it stands below the edge of the window. */
  isInView?: boolean;
}

/** Things to choose from by a press. */
export function EvidenceChoices({ label, choices, onPick, isInView = false }: EvidenceChoicesProps) {
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
          const { one, Icon } = KINDS[choice.kind];
          return (
            <li key={choice.ref} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onPick(choice)}
                className="flex min-h-control w-full items-center gap-2.5 px-3 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1 truncate">{choice.title}</span>
                <span className="shrink-0 text-xs text-ink-faint">{one}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
