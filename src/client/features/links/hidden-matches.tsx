import { useId, useState } from "react";

import type { ItemKey } from "#shared/kernel/item-address.ts";

import { hiddenWords } from "./link-words.ts";
import { AllLinks } from "./related-group.tsx";

interface HiddenPlacesProps {
  item: ItemKey;
  /** Name that is also an everyday word. */
  name: string;
  isPersonsOnly: boolean;
  count: number;
}

/** Note about hidden matches of an ambiguous name, with a button to show them. */
export function HiddenMatches({ item, name, isPersonsOnly, count }: HiddenPlacesProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-sm text-ink-muted">
      <p className="wrap-anywhere">
        {hiddenWords(name, count, isPersonsOnly)}{" "}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="rounded-chip font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
        >
          {isOpen ? "Hide" : "Show"}
          <span className="sr-only">: matches that may not mean {name}</span>
        </button>
      </p>
      {isOpen && (
        <div id={id}>
          <AllLinks item={item} filter={{ group: "hidden" }} label={`Matches that may not mean ${name}`} />
        </div>
      )}
    </div>
  );
}
