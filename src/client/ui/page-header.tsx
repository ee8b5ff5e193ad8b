import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Small line below the subtitle. */
  note?: ReactNode;
  /** Buttons on the right, the primary one last. */
  actions?: ReactNode;
}

/** Header of every page, with its only h1. */
export function PageHeader({ title, subtitle, note, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight text-balance text-ink">{title}</h1>
        {subtitle && <p className="mt-0.5 text-pretty text-ink-muted">{subtitle}</p>}
        {note}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 max-md:has-[>button]:w-full max-md:[&>button]:flex-auto">
          {actions}
        </div>
      )}
    </header>
  );
}
