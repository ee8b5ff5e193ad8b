import { LoaderCircle } from "lucide-react";

/** A turning circle. Decorative: the words beside it say what is going on. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
