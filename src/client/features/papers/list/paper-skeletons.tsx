import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";

import { PAPER_GRID } from "./paper-list.tsx";

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
