import { Skeleton } from "#client/ui/feedback/skeleton.tsx";

/** Skeleton of a loading page: a heading, a row of controls, a few lines. */
export function PageSkeleton() {
  return (
    <div>
      <h1 className="sr-only">
        <output>Loading</output>
      </h1>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
      <Skeleton className="mt-6 h-control w-full rounded-control" />
      <Skeleton className="mt-6 h-64 w-full rounded-card" />
    </div>
  );
}
