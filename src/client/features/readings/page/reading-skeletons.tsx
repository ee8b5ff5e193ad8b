import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

const CARDS = ["w-72", "w-56", "w-80", "w-64", "w-72", "w-48"];

/** Holds the place of the cards while the readings are on their way. */
export function ReadingSkeletons() {
  return (
    <div className="space-y-3">
      <output className="sr-only">Loading readings</output>
      {CARDS.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change places
        <Card key={index} className="flex h-18 items-center gap-3 px-4">
          <Skeleton className="size-4 shrink-0" />
          <div className="min-w-0 flex-1 space-y-2">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3.5 w-40" />
          </div>
          <Skeleton className="h-5.5 w-20 max-md:hidden" />
        </Card>
      ))}
    </div>
  );
}
