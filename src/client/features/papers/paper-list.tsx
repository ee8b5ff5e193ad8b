import { useEffect, useEffectEvent, useRef } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { useShortcut } from "#client/ui/use-shortcut.ts";
import type { Paper } from "#shared/papers.ts";

import { PaperEntry } from "./paper-entry.tsx";
import type { Show } from "./papers-view-url.ts";
import type { ChangePaper, MarkPaper } from "./use-paper-changes.ts";

export const PAPER_GRID = "grid gap-3 md:gap-4 lg:grid-cols-2";

interface PaperListProps {
  papers: readonly Paper[];
  show: Show;
  isOutdated: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  hasMoreFailed: boolean;
  onMore: () => void;
  onMark: MarkPaper;
  onChange: ChangePaper;
}

/** The papers as cards; more come as one scrolls. */
export function PaperList(props: PaperListProps) {
  const { papers, show, isOutdated, hasMore, isLoadingMore, hasMoreFailed, onMore, onMark, onChange } = props;
  const list = useRef<HTMLUListElement>(null);
  useShortcut("j", () => moveFocus(list.current, 1));
  useShortcut("k", () => moveFocus(list.current, -1));

  return (
    <>
      <ul
        ref={list}
        aria-label="Papers"
        aria-busy={isOutdated}
        className={classNames(PAPER_GRID, "transition-opacity", isOutdated && "opacity-60")}
      >
        {papers.map((paper) => (
          <PaperEntry key={paper.id} paper={paper} show={show} onMark={onMark} onChange={onChange} />
        ))}
      </ul>
      {hasMore && (
        <div className="flex flex-col items-center gap-2">
          {/* After a failure it waits for a click: the end stays in sight and would ask again and again. */}
          {!hasMoreFailed && !isLoadingMore && !isOutdated && <End onReach={onMore} />}
          {hasMoreFailed && <p role="alert">More papers could not be loaded.</p>}
          <Button isPending={isLoadingMore} pendingLabel="Loading..." onClick={onMore}>
            {hasMoreFailed ? "Try Again" : "Show more papers"}
          </Button>
        </div>
      )}
    </>
  );
}

/** Notices that the end of the list comes near. */
function End({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { rootMargin: "0px 0px 1200px" },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} aria-hidden className="h-px" />;
}

function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const entries = [...(list?.children ?? [])];
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  const next = entries[at === -1 ? 0 : Math.max(0, Math.min(at + step, entries.length - 1))];
  next?.scrollIntoView({ block: "nearest" });
  next?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
}
