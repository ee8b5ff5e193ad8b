import { Skeleton } from "#client/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f"];
const CELL = "px-3 max-md:hidden";

/** Holds the place of the table while the prompts are on their way. */
export function PromptSkeletons() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <output className="sr-only">Loading prompts</output>
      <div className="h-9 bg-sunken max-md:hidden" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-12 items-center border-t border-line max-md:h-27">
          <div className="flex-1 pr-3 pl-4">
            <Skeleton className="h-4 w-3/5" />
          </div>
          <div className={`${CELL} w-[14%]`}>
            <Skeleton className="h-4 w-3/4" />
          </div>
          <div className={`${CELL} w-[17%]`}>
            <Skeleton className="h-5.5 w-28" />
          </div>
          <div className={`${CELL} flex w-[22%] gap-1.5`}>
            <Skeleton className="h-6 w-16" />
            <Skeleton className="h-6 w-20" />
          </div>
          <div className={`${CELL} w-33`} />
        </div>
      ))}
    </div>
  );
}
