import type { ReactNode } from "react";
import { NavLink } from "react-router-dom";

import { classNames } from "#client/ui/class-names.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";

const LOOK =
  "relative flex h-control w-full items-center gap-2.5 overflow-hidden rounded-control px-2.5 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink [&_svg]:size-4 [&_svg]:shrink-0";

interface SidebarItemProps {
  label: string;
  icon: ReactNode;
  /** True to show only the icon, with the label as its tooltip. */
  isCollapsed: boolean;
  /** Number of new items. */
  newCount?: number | undefined;
  /** Link target. Without it, the item is a button. */
  to?: string;
  onClick?: () => void;
}

/** Link or button in the sidebar. */
export function SidebarItem({ label, icon, isCollapsed, newCount = 0, to, onClick }: SidebarItemProps) {
  const name = newCount > 0 ? `${label}, ${countInWords(newCount)} new` : label;
  // Screen readers would read the separate count element with a space before the comma.
  const looks = { className: LOOK, ...(newCount > 0 && { "aria-label": name }) };
  const inside = (
    <>
      {icon}
      <span className={classNames("truncate", isCollapsed && "sr-only")}>{label}</span>
      {newCount > 0 && <NewCount count={newCount} isCollapsed={isCollapsed} />}
    </>
  );
  const item =
    to === undefined ? (
      <button type="button" onClick={onClick} {...looks}>
        {inside}
      </button>
    ) : (
      <NavLink to={to} end={to === "/"} {...looks}>
        {inside}
      </NavLink>
    );
  return isCollapsed ? (
    <Tooltip label={name} side="right">
      {item}
    </Tooltip>
  ) : (
    item
  );
}

const MOST_COUNTED = 99;
const countInWords = (count: number) => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

/** Number of new items: next to the label, or a dot if only the icon is visible. */
function NewCount({ count, isCollapsed }: { count: number; isCollapsed: boolean }) {
  if (isCollapsed)
    return <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent" />;
  // As generated content, because the name of the link already includes it, with a comma.
  return (
    <span
      aria-hidden
      data-count={countInWords(count)}
      className="ml-auto rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent-ink tabular-nums before:content-[attr(data-count)]"
    />
  );
}
