import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Small line below the subtitle. */
  note?: ReactNode;
  /** Buttons on the right, the primary one last. */
  actions?: ReactNode;
  /** True to leave the actions beside the title on phones. The subtitle is then only visible to screen readers. */
  isCompact?: boolean;
}

/** Header of every page, with its only h1. */
export function PageHeader({ title, subtitle, note, actions, isCompact = false }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        "flex flex-wrap items-center justify-between gap-y-4",
        isCompact ? "gap-x-3 md:gap-x-6" : "gap-x-6",
      )}
    >
      <div className={classNames("min-w-0", isCompact && "max-md:grow")}>
        <h1 className="text-xl font-semibold tracking-tight text-balance text-ink">{title}</h1>
        {subtitle && (
          <p className={classNames("mt-0.5 text-pretty text-ink-muted", isCompact && "max-md:sr-only")}>
            {subtitle}
          </p>
        )}
        {/* A long note wraps below the title instead of moving the actions to their own row. */}
        {note && <div className={classNames(isCompact && "max-md:w-0 max-md:min-w-full")}>{note}</div>}
      </div>
      {actions && (
        <div
          className={classNames(
            "flex flex-wrap items-center gap-2",
            !isCompact && "max-md:has-[>button]:w-full max-md:[&>button]:flex-auto",
          )}
        >
          {actions}
        </div>
      )}
    </header>
  );
}
