import type { ReactNode } from "react";

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
