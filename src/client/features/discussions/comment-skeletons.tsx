import { Skeleton } from "#client/ui/feedback/progress.tsx";

/** Two placeholders while comments load. */
export function CommentSkeletons() {
  return (
    <div className="space-y-6">
      <output className="sr-only">Loading comments</output>
      {["w-3/4", "w-1/2"].map((width) => (
        <div key={width} data-comment-skeleton className="space-y-2.5">
          <div className="flex items-center gap-2">
            <Skeleton className="size-6" />
            <Skeleton className="h-4 w-40" />
          </div>
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}
