import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Error message for an unreadable file. */
export function ImportError({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
