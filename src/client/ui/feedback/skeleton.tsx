import { classNames } from "#client/ui/class-names.ts";

/** A grey shape that holds the place of content on its way. Give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-chip bg-pressed", className)} />;
}
