import { type ComponentProps, useEffect, useEffectEvent, useRef } from "react";

import { Button } from "#client/ui/button.tsx";

/** List that loads its next page on request. */
export interface EndlessList {
  hasMore: boolean;
  isLoadingMore: boolean;
  hasMoreFailed: boolean;
  loadMore: () => void;
}

/**
 * Loads more while `isWanted`, such as near the end of a list or while no loaded page has a match. Returns true while
 * it continues. After a failure it waits for a click; otherwise the visible end would repeat the request.
 */
export function useLoadMoreWhile(list: EndlessList, isWanted: boolean): boolean {
  const { hasMore, isLoadingMore, hasMoreFailed } = list;
  const isLoading = isWanted && hasMore && !hasMoreFailed;
  const loadMore = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (isLoading && !isLoadingMore) loadMore();
  }, [isLoading, isLoadingMore]);
  return isLoading;
}

interface MoreButtonProps extends ComponentProps<typeof Button> {
  list: Pick<EndlessList, "hasMore" | "isLoadingMore" | "loadMore">;
}

/** Button that loads more, if there is more. */
export function MoreButton({
  list: { hasMore, isLoadingMore, loadMore },
  children,
  ...rest
}: MoreButtonProps) {
  return (
    hasMore && (
      <Button size="small" isPending={isLoadingMore} pendingLabel="Loading..." onClick={loadMore} {...rest}>
        {children ?? "Show More"}
      </Button>
    )
  );
}

interface LoadMoreProps {
  list: EndlessList;
  /** Plural noun of the rows, for the error. */
  nouns: string;
  label?: string;
}

/** Button at the end of a list, with the error of the last request. */
export function LoadMore({ list, nouns, label = "Show More" }: LoadMoreProps) {
  return (
    list.hasMore && (
      <div className="flex flex-col items-center gap-2">
        {list.hasMoreFailed && <p role="alert">{`Couldn't load more ${nouns}.`}</p>}
        <MoreButton list={list} size="medium">
          {list.hasMoreFailed ? "Try Again" : label}
        </MoreButton>
      </div>
    )
  );
}

/** Sentinel at the end of a list. Reports once when it comes near the viewport. Remount it for another report. */
export function NearEnd({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reportNear = useEffectEvent(onNear);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reportNear();
      },
      { rootMargin: "0px 0px 1200px" },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} aria-hidden className="h-px" />;
}
