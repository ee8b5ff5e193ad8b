import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

interface ErrorStateProps {
  title?: string;
  text: ReactNode;
  onRetry?: () => void;
}

/** Message for a list that failed to load. */
export function ErrorState({ title, text, onRetry }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-16 text-center"
    >
      <div
        aria-hidden
        className="mb-4 flex size-10 items-center justify-center rounded-card bg-danger-soft text-danger-ink"
      >
        <TriangleAlert className="size-5" />
      </div>
      {title && <h2 className="text-base font-semibold text-ink">{title}</h2>}
      <p className="mt-1 max-w-md text-pretty text-ink-muted">{text}</p>
      {onRetry && (
        <Button className="mt-5" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
