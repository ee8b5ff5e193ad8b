import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";

interface CalloutProps {
  tone?: "info" | "warning";
  className?: string;
  children: ReactNode;
}

/** Note to read before continuing. */
export function Callout({ tone = "info", className, children }: CalloutProps) {
  const Icon = tone === "info" ? Info : TriangleAlert;
  return (
    <div
      className={classNames(
        "flex items-start gap-2.5 rounded-control px-3.5 py-3 text-sm text-pretty",
        tone === "info" ? "bg-accent-soft text-accent-ink" : "bg-warning-soft text-warning-ink",
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
