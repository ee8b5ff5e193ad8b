import { useId } from "react";
import type { KeyboardEvent, ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface TabItem<Id extends string> {
  id: Id;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Segments fill the width as one control; an underline suits a row of sections. */
  look?: "segments" | "underline";
}

/** Tabs after the ARIA authoring practices: arrow keys, Home and End move and select. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  look = "segments",
}: TabsProps<Id>) {
  const id = useId();

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[targets[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        className={classNames(
          "mb-5 flex",
          look === "segments" ? "gap-1 rounded-control bg-sunken p-1" : "gap-5 border-b border-line",
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={handleKeyDown}
            className={classNames(
              "text-sm font-medium text-ink-muted transition-colors hover:text-ink aria-selected:text-ink",
              look === "segments"
                ? "h-control flex-1 rounded-chip aria-selected:bg-surface aria-selected:shadow-card md:h-7 dark:aria-selected:bg-pressed"
                : "-mb-px h-control border-b-2 border-transparent aria-selected:border-accent",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={`${id}-${tab.id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab.id !== selected}
        >
          {tab.id === selected && tab.content}
        </div>
      ))}
    </div>
  );
}
