import { Skeleton } from "#client/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
const CELL = "px-3 max-md:hidden";

/** Holds the place of the table while the tools are on their way. */
export function ToolSkeletons() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <output className="sr-only">Loading tools</output>
      <div className="h-9 bg-sunken max-md:hidden" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-12 items-center border-t border-line max-md:h-27">
          <div className="flex items-center gap-2.5 pr-3 pl-4 md:w-1/5">
            <Skeleton className="size-6 shrink-0" />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className={`${CELL} w-[13%]`}>
            <Skeleton className="h-4 w-3/4" />
          </div>
          <div className={`${CELL} flex-1`}>
            <Skeleton className="h-4 max-xl:hidden" />
          </div>
          <div className={`${CELL} w-31`}>
            <Skeleton className="h-4 w-3/4" />
          </div>
          <div className={`${CELL} w-30`}>
            <Skeleton className="h-5.5 w-14" />
          </div>
          <div className={`${CELL} w-42`}>
            <Skeleton className="h-4 w-3/4" />
          </div>
          <div className={`${CELL} w-26`} />
        </div>
      ))}
    </div>
  );
}
