import { Skeleton } from "#client/ui/skeleton.tsx";
import { SkeletonCell, TableSkeleton } from "#client/ui/table-skeleton.tsx";

/** Holds the place of the table while the prompts are on their way. */
export function PromptSkeletons() {
  return (
    <TableSkeleton label="Loading prompts" rows={6}>
      <div className="flex-1 pr-3 pl-4">
        <Skeleton className="h-4 w-3/5" />
      </div>
      <SkeletonCell className="w-[14%]">
        <Skeleton className="h-4 w-3/4" />
      </SkeletonCell>
      <SkeletonCell className="w-[17%]">
        <Skeleton className="h-5.5 w-28" />
      </SkeletonCell>
      <SkeletonCell className="flex w-[22%] gap-1.5">
        <Skeleton className="h-6 w-16" />
        <Skeleton className="h-6 w-20" />
      </SkeletonCell>
      <SkeletonCell className="w-33" />
    </TableSkeleton>
  );
}
