import { LoaderCircle } from "lucide-react";

/** Spinning circle. Decorative, because the text next to it describes the activity. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
