import { memo, useEffect, useEffectEvent, useRef } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { useShortcut } from "#client/ui/use-shortcut.ts";
import type { Paper } from "#shared/papers.ts";

import { PaperEntry } from "./paper-entry.tsx";
import type { Show } from "./papers-view-url.ts";
import type { ChangePaper, MarkPaper } from "./use-paper-changes.ts";
import { PAGE_SIZE } from "./use-papers.ts";

export const PAPER_GRID = "grid gap-3 md:gap-4 lg:grid-cols-2";

interface PaperListProps {
  pages: readonly (readonly Paper[])[];
  /** How many papers there are to scroll to. */
  matching: number;
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
  const { pages, matching, show, isOutdated, hasMore, isLoadingMore, hasMoreFailed, onMore } = props;
  const feed = useRef<HTMLDivElement>(null);
  useShortcut("j", () => moveFocus(feed.current, 1));
  useShortcut("k", () => moveFocus(feed.current, -1));

  return (
    <>
      <div
        ref={feed}
        role="feed"
        aria-label="Papers"
        aria-busy={isOutdated || isLoadingMore}
        className={classNames("flex flex-col gap-3 transition-opacity md:gap-4", isOutdated && "opacity-60")}
      >
        {pages.map((papers, index) => (
          <PaperPage
            key={papers[0]?.id}
            papers={papers}
            firstPosition={index * PAGE_SIZE + 1}
            matching={matching}
            show={show}
            onMark={props.onMark}
            onChange={props.onChange}
          />
        ))}
      </div>
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

interface PaperPageProps {
  papers: readonly Paper[];
  firstPosition: number;
  matching: number;
  show: Show;
  onMark: MarkPaper;
  onChange: ChangePaper;
}

/** The papers that came together. Those out of sight cost neither layout nor drawing, so that thousands stay fluid. */
const PaperPage = memo(function PaperPage({ papers, firstPosition, matching, ...rest }: PaperPageProps) {
  return (
    <div className={classNames(PAPER_GRID, "[contain-intrinsic-size:auto_300rem] [content-visibility:auto]")}>
      {papers.map((paper, index) => (
        <PaperEntry
          key={paper.id}
          paper={paper}
          position={firstPosition + index}
          matching={matching}
          {...rest}
        />
      ))}
    </div>
  );
});

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

function moveFocus(feed: HTMLElement | null, step: 1 | -1): void {
  const entries = [...(feed?.querySelectorAll("article") ?? [])];
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  const next = entries[at === -1 ? 0 : Math.max(0, Math.min(at + step, entries.length - 1))];
  next?.scrollIntoView({ block: "nearest" });
  next?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
}
