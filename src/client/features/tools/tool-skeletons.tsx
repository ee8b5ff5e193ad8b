import { Skeleton } from "#client/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** Holds the place of the table while the tools are on their way. */
export function ToolSkeletons() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <output className="sr-only">Loading tools</output>
      <div className="h-9 bg-sunken max-md:hidden" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-12 items-center gap-2.5 border-t border-line px-4 max-md:h-27">
          <Skeleton className="size-6 shrink-0" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-24 max-md:hidden" />
          <Skeleton className="h-4 w-1/4 max-xl:hidden" />
          <Skeleton className="h-4 w-20 max-md:hidden" />
          <Skeleton className="h-5.5 w-16 max-md:hidden" />
          <Skeleton className="h-4 w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
