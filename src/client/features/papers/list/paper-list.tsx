import { Undo2 } from "lucide-react";
import { type KeyboardEvent, memo, useDeferredValue, useLayoutEffect, useRef } from "react";

import { PaperCard } from "#client/features/papers/card/paper-card.tsx";
import type { Show } from "#client/features/papers/page/papers-view.ts";
import { type ChangePaper, type SetPaperFlags, PAGE_SIZE } from "#client/features/papers/use-papers.ts";
import { TexText } from "#client/format/tex-text.tsx";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { type EndlessList, LoadMore, NearEnd } from "#client/ui/list/load-more.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import type { Paper } from "#shared/papers/papers.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

/** Number of cards in the first render; at least the visible ones. */
const FIRST_CARDS = 6;

const PAPER_GRID = "grid gap-3 md:gap-4 lg:grid-cols-2";

interface PaperListProps {
  pages: readonly (readonly Paper[])[];
  /** Total number of matching papers; null if unknown. */
  matching: number | null;
  show: Show;
  /**
   * True if the list was loaded before the page opened. All cards are then rendered at once, so that the scroll
   * position can be restored.
   */
  isRestored: boolean;
  isOutdated: boolean;
  list: EndlessList;
  onFlag: SetPaperFlags;
  onChange: ChangePaper;
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

/** List of paper cards. j, k and arrow keys move between them. More papers load on scrolling. */
export function PaperList(props: PaperListProps) {
  const { pages, matching, show, isOutdated, list } = props;
  const feed = useRef<HTMLDivElement>(null);
  useShortcut("j", () => moveFocus(feed.current, 1));
  useShortcut("k", () => moveFocus(feed.current, -1));

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // Elsewhere in a card, arrow keys scroll the page.
    if (!(event.target instanceof HTMLElement) || event.target.closest("h2") === null) return;
    event.preventDefault();
    moveFocus(feed.current, step);
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the links inside */}
      <div
        ref={feed}
        role="feed"
        onKeyDown={handleKeyDown}
        aria-label="Papers"
        aria-busy={isOutdated || list.isLoadingMore}
        className={classNames("flex flex-col gap-3 transition-opacity md:gap-4", isOutdated && "opacity-60")}
      >
        {pages.map((papers, index) => (
          <PaperPage
            key={papers[0]?.id}
            papers={papers}
            firstPosition={index * PAGE_SIZE + 1}
            matching={matching}
            show={show}
            isRestored={props.isRestored}
            onFlag={props.onFlag}
            onChange={props.onChange}
          />
        ))}
      </div>
      {/* After a failure, waits for a click; otherwise the visible end would repeat the request. */}
      {list.hasMore && !list.hasMoreFailed && !list.isLoadingMore && !isOutdated && (
        <NearEnd onNear={list.loadMore} />
      )}
      <LoadMore list={list} nouns="papers" label="Show More Papers" />
    </>
  );
}

interface PaperPageProps {
  papers: readonly Paper[];
  firstPosition: number;
  /** Total number of matching papers; null if unknown. */
  matching: number | null;
  show: Show;
  isRestored: boolean;
  onFlag: SetPaperFlags;
  onChange: ChangePaper;
}

/**
 * One loaded page of papers. The first cards are rendered at once, the others in the background, because a page of
 * formulas takes seconds on a phone. Hidden pages are neither laid out nor painted, so that thousands of papers scroll
 * smoothly.
 */
const PaperPage = memo(function PaperPage(props: PaperPageProps) {
  const { papers, firstPosition, matching, isRestored, ...rest } = props;
  const isWhole = useDeferredValue(true, isRestored);
  return (
    <div
      className={classNames(
        PAPER_GRID,
        "[contain-intrinsic-size:auto_300rem] [content-visibility:auto] print:block print:[content-visibility:visible]",
      )}
    >
      {papers.map((paper, index) =>
        isWhole || index < FIRST_CARDS ? (
          <PaperEntry
            key={paper.id}
            paper={paper}
            position={firstPosition + index}
            matching={matching}
            {...rest}
          />
        ) : (
          <div key={paper.id} className="h-80" />
        ),
      )}
    </div>
  );
});

function moveFocus(feed: HTMLElement | null, step: 1 | -1): void {
  const entries = [...(feed?.querySelectorAll("article") ?? [])];
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  const next = entries[at === -1 ? 0 : Math.max(0, Math.min(at + step, entries.length - 1))];
  next?.scrollIntoView({ block: "nearest" });
  next?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
}

// Two cards side by side have equal heights, unless something is open in one of them. Then the other has its own
// height.
const NATURAL_HEIGHT_STYLE =
  "lg:[&:nth-child(odd):has([data-open])+article]:self-start lg:[&:nth-child(odd):has(+article_[data-open])]:self-start";

interface PaperEntryProps {
  paper: Paper;
  /** Position among all matching papers, including those that are not loaded. */
  position: number;
  /** Total number of matching papers; null if unknown. */
  matching: number | null;
  show: Show;
  onFlag: SetPaperFlags;
  onChange: ChangePaper;
}

/** Paper in the list. If it was just hidden or unhidden, an undo button replaces it. */
const PaperEntry = memo(function PaperEntry(props: PaperEntryProps) {
  const { paper, position, matching, show, onFlag, onChange } = props;
  const isToggled = show !== "starred" && paper.isHidden !== (show === "hidden");
  const entry = useRef<HTMLElement>(null);
  const wasToggled = useRef(isToggled);
  // The used control was removed with the card, so focus its replacement.
  useLayoutEffect(() => {
    if (wasToggled.current !== isToggled) entry.current?.querySelector<HTMLElement>("a, button")?.focus();
    wasToggled.current = isToggled;
  }, [isToggled]);

  return (
    <article
      ref={entry}
      aria-label={plainTex(paper.title)}
      aria-posinset={position}
      aria-setsize={matching ?? -1}
      className={`min-w-0 ${NATURAL_HEIGHT_STYLE}`}
    >
      {isToggled ? (
        <div className="flex h-full flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-strong p-6 text-center">
          <p className="line-clamp-2 text-ink-muted">
            {paper.isHidden ? "Hidden: " : "Shown again: "}
            <TexText text={paper.title} />
          </p>
          <Button
            size="small"
            icon={<Undo2 aria-hidden />}
            onClick={() => onFlag(paper, { isHidden: !paper.isHidden })}
          >
            Undo
          </Button>
        </div>
      ) : (
        <PaperCard paper={paper} onFlag={onFlag} onChange={onChange} />
      )}
    </article>
  );
});

const CARDS = ["a", "b", "c", "d", "e", "f"];

/** Placeholder while the papers load. */
export function PaperSkeletons() {
  return (
    <div className={PAPER_GRID}>
      <output className="sr-only">Loading papers</output>
      {CARDS.map((card) => (
        <Card key={card} className="flex h-80 flex-col gap-3 p-4 md:p-5" data-skeleton>
          <Skeleton className="h-5 w-11/12" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <div className="flex gap-2">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-5 w-28" />
          </div>
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/4" />
          <div className="flex gap-1.5">
            <Skeleton className="h-5 w-12" />
            <Skeleton className="h-5 w-12" />
          </div>
          <div className="mt-auto flex gap-2">
            <Skeleton className="h-7 w-28" />
            <Skeleton className="h-7 w-28" />
          </div>
        </Card>
      ))}
    </div>
  );
}
