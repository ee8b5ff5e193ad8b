import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

import type { ImportLine } from "#client/features/imports/run/use-import-run.ts";
import { classNames } from "#client/ui/class-names.ts";
import { Badge } from "#client/ui/text/badge.tsx";

const TONES = {
  created: "success",
  updated: "accent",
  skipped: "neutral",
  wrong: "danger",
  missed: "warning",
} as const;
const FAILED: ReadonlySet<ImportLine["outcome"]> = new Set(["wrong", "missed"]);

interface ImportLineListProps {
  lines: readonly ImportLine[];
  words: Record<ImportLine["outcome"], string>;
}

/** List with one line per row of the file. Only visible lines are rendered. */
export function ImportLineList({ lines, words }: ImportLineListProps) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here that could memoize it wrongly
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 52,
    overscan: 10,
  });
  return (
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      aria-label="List of rows"
      className="max-h-80 overflow-y-auto overscroll-contain rounded-control border border-line-strong"
    >
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <li
              key={line.row}
              ref={rows.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0 flex items-start gap-3 border-b border-line px-3 py-2"
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="w-10 shrink-0 pt-0.5 text-right text-xs text-ink-faint tabular-nums">
                {line.row}
              </span>
              <span className="w-24 shrink-0">
                <Badge tone={TONES[line.outcome]}>{words[line.outcome]}</Badge>
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="block break-words text-ink">{line.name ?? "No name"}</span>
                {line.message && (
                  <span
                    className={classNames(
                      "block text-xs break-words",
                      FAILED.has(line.outcome) ? "text-danger-ink" : "text-ink-muted",
                    )}
                  >
                    {line.message}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
