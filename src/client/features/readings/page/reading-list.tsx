import { type KeyboardEvent, useRef, useState } from "react";

import { useRecentChanges } from "#client/features/live/use-recent-changes.ts";
import { useAwaitedRow } from "#client/ui/list/awaited-row.ts";
import { NearEnd } from "#client/ui/list/load-more.tsx";
import { PreservedScroll } from "#client/ui/list/scroll-anchor.tsx";
import { shortcutKeyOf } from "#client/ui/menu/key-events.ts";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { MAX_PRINTED_ROWS, useIsPrinting } from "#client/ui/use-media-query.ts";
import type { ListedReading } from "#shared/readings/readings.ts";

import { ReadingCard } from "./reading-card.tsx";
import type { ReadingsView, ReadingsViewActions } from "./readings-view.ts";

/** Number of cards rendered at first, and added each time their end comes near the viewport. */
const BATCH_SIZE = 60;
const OPENER = "[data-row-open]";
const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

interface ReadingListProps {
  readings: readonly ListedReading[];
  /** Readings that another user has deleted while their cards are open. */
  deleted: ReadonlySet<string>;
  view: ReadingsView;
  actions: ReadingsViewActions;
}

/** List of reading cards. Arrow keys, j and k move between them, e edits a reading, h shows its history. */
export function ReadingList({ readings, deleted, view, actions }: ReadingListProps) {
  const { openIds, commentId } = view;
  const highlightedIds = useRecentChanges("reading");
  const list = useRef<HTMLUListElement>(null);
  const [batches, setBatches] = useState(1);
  // Always render the cards that a link opened.
  const lastOpen = readings.findLastIndex(({ id }) => openIds.includes(id));
  const isPrinting = useIsPrinting();
  const count = isPrinting ? MAX_PRINTED_ROWS : Math.max(batches * BATCH_SIZE, lastOpen + 1);
  const shown = readings.slice(0, count);

  function move(step: number) {
    const openers = [...(list.current?.querySelectorAll<HTMLElement>(OPENER) ?? [])];
    const at = openers.findIndex((opener) => opener === document.activeElement);
    openers[at === -1 ? 0 : Math.max(0, at + step)]?.focus();
  }
  useAwaitedRow(shown, (index) => list.current?.querySelectorAll<HTMLElement>(OPENER)[index]?.focus());
  useShortcut("j", () => move(1));
  useShortcut("k", () => move(-1));

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || !event.target.matches(OPENER)) return;
    const key = shortcutKeyOf(event);
    const step = STEPS[key];
    const id = event.target.dataset["rowOpen"] ?? "";
    if (step !== undefined) move(step);
    else if (key === "e") actions.open("edit", id);
    else if (key === "h") actions.open("history", id);
    else return;
    event.preventDefault();
  }

  return (
    <PreservedScroll list={list} selector="li[data-reading]" version={readings}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the buttons inside */}
      <ul ref={list} aria-label="Readings" onKeyDown={handleKeyDown} className="space-y-3">
        {shown.map((reading) => (
          <ReadingCard
            key={reading.id}
            reading={reading}
            isDeleted={deleted.has(reading.id)}
            isHighlighted={highlightedIds.has(reading.id)}
            isOpen={openIds.includes(reading.id)}
            linkedId={reading.id === openIds[0] ? commentId : null}
            actions={actions}
          />
        ))}
      </ul>
      {shown.length < readings.length && !isPrinting && (
        <NearEnd key={batches} onNear={() => setBatches(batches + 1)} />
      )}
    </PreservedScroll>
  );
}
