import { Skeleton } from "#client/ui/skeleton.tsx";
import { SkeletonCell, TableSkeleton } from "#client/ui/table-skeleton.tsx";

/** Holds the place of the table while the tools are on their way. */
export function ToolSkeletons() {
  return (
    <TableSkeleton label="Loading tools" rows={10}>
      <div className="flex items-center gap-2.5 pr-3 pl-4 md:w-[23%]">
        <Skeleton className="size-6 shrink-0" />
        <Skeleton className="h-4 w-32" />
      </div>
      <SkeletonCell className="w-[14%]">
        <Skeleton className="h-4 w-3/4" />
      </SkeletonCell>
      <SkeletonCell className="flex-1">
        <Skeleton className="h-4 max-xl:hidden" />
      </SkeletonCell>
      <SkeletonCell className="w-29">
        <Skeleton className="h-4 w-3/4" />
      </SkeletonCell>
      <SkeletonCell className="w-28">
        <Skeleton className="h-5.5 w-14" />
      </SkeletonCell>
      <SkeletonCell className="w-37">
        <Skeleton className="h-4 w-3/4" />
      </SkeletonCell>
      <SkeletonCell className="w-26" />
    </TableSkeleton>
  );
}
