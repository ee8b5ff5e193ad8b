import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

interface TableSkeletonProps {
  /** What is announced, such as "Loading tools". */
  label: string;
  /** At most ten. */
  rows: number;
  /** The cells of each row. */
  children: ReactNode;
}

/** Holds the place of a data table while its rows are on their way. */
export function TableSkeleton({ label, rows, children }: TableSkeletonProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <output className="sr-only">{label}</output>
      <div className="h-9 bg-sunken max-md:hidden" />
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} className="flex h-12 items-center border-t border-line max-md:h-27">
          {children}
        </div>
      ))}
    </div>
  );
}

/** A cell after the first one: cards of small screens have none of these. */
export function SkeletonCell({ className, children }: { className: string; children?: ReactNode }) {
  return <div className={classNames("px-3 max-md:hidden", className)}>{children}</div>;
}
