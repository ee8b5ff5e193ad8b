import { LoaderCircle } from "lucide-react";

import { classNames } from "#client/ui/class-names.ts";

/** Grey placeholder for loading content. Pass the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-chip bg-pressed", className)} />;
}

/** Spinning circle. Decorative, because the text next to it describes the activity. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
