import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

const CARDS = ["a", "b", "c"];

/** Holds the place of the articles while they are on their way. */
export function NewsSkeletons() {
  return (
    <div className="space-y-3">
      <output className="sr-only">Loading news</output>
      <Skeleton className="mt-2.5 mb-3.5 h-5 w-56" />
      {CARDS.map((card) => (
        <Card key={card} data-skeleton className="flex h-41 gap-6 p-4 md:p-5">
          <div className="min-w-0 flex-1">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="mt-3 h-5 w-4/5" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-1.5 h-4 w-2/3" />
            <Skeleton className="mt-3 h-3 w-48" />
          </div>
          <Skeleton className="h-26 w-44 self-end max-md:hidden" />
        </Card>
      ))}
    </div>
  );
}
