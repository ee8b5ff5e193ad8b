import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

import { Badge } from "#client/ui/text/badge.tsx";
import type { ReportedFeed } from "#shared/news/feeds.ts";

const WORDS = { added: "Added", known: "Already in the list", refused: "Refused" } as const;
const TONES = { added: "success", known: "neutral", refused: "danger" } as const;
/** Refused feeds come first, because the user may want to correct them. */
const ORDER = ["refused", "added", "known"];

/** Result for each feed, with refused ones first. Only visible rows are rendered. */
export function FeedReportList({ feeds }: { feeds: readonly ReportedFeed[] }) {
  const box = useRef<HTMLDivElement>(null);
  const sorted = feeds.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here that could memoize it wrongly
  const rows = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => 56,
    overscan: 10,
  });
  return (
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      aria-label="Imported feeds"
      className="max-h-80 overflow-y-auto overscroll-contain rounded-control border border-line-strong"
    >
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const feed = sorted[index];
          if (!feed) return null;
          return (
            <li
              key={index}
              ref={rows.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0 flex items-start gap-3 border-b border-line px-3 py-2"
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="w-20 shrink-0">
                <Badge tone={TONES[feed.outcome]}>{WORDS[feed.outcome]}</Badge>
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="block break-words text-ink">{feed.title || feed.url}</span>
                {feed.title !== "" && (
                  <span className="block text-xs wrap-anywhere text-ink-muted">{feed.url}</span>
                )}
                {feed.reason && <span className="block text-xs text-danger-ink">{feed.reason}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
