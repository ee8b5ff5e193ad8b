import { RotateCw, TriangleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { LinkButton } from "#client/ui/links.tsx";

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** Message for an empty list, with an action. */
export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-line-strong px-6 py-16 text-center">
      {icon && (
        <div
          aria-hidden
          className="mb-4 flex size-10 items-center justify-center rounded-card border border-line bg-surface text-ink-faint shadow-card [&_svg]:size-5"
        >
          {icon}
        </div>
      )}
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      {text && <p className="mt-1 max-w-md text-pretty text-ink-muted">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

interface NotFoundProps {
  /** Icon above the text. */
  sign?: ReactNode;
  className?: string;
}

/** Message for an unknown page or item. */
export function NotFound({ sign, className }: NotFoundProps) {
  return (
    <div className={classNames("flex flex-col items-center px-6 py-16 text-center", className)}>
      {sign}
      <h1 className="text-xl font-semibold tracking-tight">404 Page Not Found</h1>
      <p className="mt-2 text-pretty text-ink-muted">Did you forget to add the page to the router?</p>
      <LinkButton to="/" variant="primary" className="mt-6">
        Back to Home
      </LinkButton>
    </div>
  );
}

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
