import { Undo2 } from "lucide-react";
import { memo, useLayoutEffect, useRef } from "react";

import { Button } from "#client/ui/button.tsx";
import type { Paper } from "#shared/papers.ts";

import { PaperCard } from "./paper-card.tsx";
import type { Show } from "./papers-view-url.ts";
import type { ChangePaper, MarkPaper } from "./use-paper-changes.ts";

interface PaperEntryProps {
  paper: Paper;
  show: Show;
  onMark: MarkPaper;
  onChange: ChangePaper;
}

/**
 * A paper in the list. One that was hidden just now, or shown again among the hidden ones, leaves its place to the
 * way back. What is out of sight costs no layout, so that thousands stay fluid.
 */
export const PaperEntry = memo(function PaperEntry({ paper, show, onMark, onChange }: PaperEntryProps) {
  const isGone = show !== "starred" && paper.isHidden !== (show === "hidden");
  const entry = useRef<HTMLLIElement>(null);
  const wasGone = useRef(isGone);
  // The control that was used went away with the card: the keyboard goes on at the one that took its place.
  useLayoutEffect(() => {
    if (wasGone.current !== isGone) entry.current?.querySelector<HTMLElement>("a, button")?.focus();
    wasGone.current = isGone;
  }, [isGone]);

  return (
    <li ref={entry} className="min-w-0 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
      {isGone ? (
        <div className="flex h-full flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-strong p-6 text-center">
          <p className="line-clamp-2 text-ink-muted">
            {paper.isHidden ? "Hidden: " : "Shown again: "}
            {paper.title}
          </p>
          <Button
            size="small"
            icon={<Undo2 aria-hidden />}
            onClick={() => onMark(paper, { isHidden: !paper.isHidden })}
          >
            Undo
          </Button>
        </div>
      ) : (
        <PaperCard paper={paper} onMark={onMark} onChange={onChange} />
      )}
    </li>
  );
});
