import type { ReactNode } from "react";
import { NavLink } from "react-router-dom";

import { classNames } from "#client/ui/class-names.ts";
import { Tooltip } from "#client/ui/tooltip.tsx";

const LOOK =
  "flex h-control w-full items-center gap-2.5 overflow-hidden rounded-control px-2.5 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink [&_svg]:size-4 [&_svg]:shrink-0";

interface SidebarItemProps {
  label: string;
  icon: ReactNode;
  /** Only the icon is seen; the label becomes its tooltip. */
  isCollapsed: boolean;
  /** Where it leads; without it the item is a button. */
  to?: string;
  onClick?: () => void;
}

/** A link or a button of the sidebar. */
export function SidebarItem({ label, icon, isCollapsed, to, onClick }: SidebarItemProps) {
  const inside = (
    <>
      {icon}
      <span className={classNames("truncate", isCollapsed && "sr-only")}>{label}</span>
    </>
  );
  const item =
    to === undefined ? (
      <button type="button" onClick={onClick} className={LOOK}>
        {inside}
      </button>
    ) : (
      <NavLink to={to} end={to === "/"} className={LOOK}>
        {inside}
      </NavLink>
    );
  return isCollapsed ? (
    <Tooltip label={label} side="right">
      {item}
    </Tooltip>
  ) : (
    item
  );
}
