import { classNames } from "#client/ui/class-names.ts";

/** Grey placeholder for loading content. Pass the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-chip bg-pressed", className)} />;
}
