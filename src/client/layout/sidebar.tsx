import { LogOut, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router-dom";

import { useSignOut } from "#client/features/users/sign-in/use-auth.ts";
import { pages } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { NEVER_COVERED } from "#client/ui/feedback/clearance.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import type { User } from "#shared/accounts/users.ts";
import type { Unseen } from "#shared/kernel/activity.ts";

import { ProductLogo } from "./product-logo.tsx";
import { UserMenu } from "./user-menu.tsx";

const NAVIGATION = pages.filter(({ nav }) => nav === "sidebar");

interface SidebarProps {
  user: User;
  isCollapsed: boolean;
  /** Number of new items by section, once loaded. */
  unseen: Unseen | undefined;
}

/** Content of the sidebar and the drawer: navigation, signed-in user and sign-out. */
export function Sidebar({ user, isCollapsed, unseen }: SidebarProps) {
  const { signOut } = useSignOut();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center gap-2.5 overflow-hidden px-2.5">
        <ProductLogo />
        <span className={classNames("text-base font-semibold tracking-tight", isCollapsed && "sr-only")}>
          StackLoop
        </span>
      </div>
      <nav aria-labelledby="navigation" className="flex-1 overflow-x-hidden overflow-y-auto px-1.5 pt-2">
        <h2
          id="navigation"
          className={classNames("px-2.5 pb-1.5 text-xs font-medium text-ink-faint", isCollapsed && "sr-only")}
        >
          Navigation
        </h2>
        <ul className="space-y-0.5">
          {NAVIGATION.map(({ path, title, Icon, section }) => (
            <li key={path}>
              <SidebarItem
                label={title}
                to={path}
                icon={<Icon aria-hidden />}
                isCollapsed={isCollapsed}
                newCount={section && unseen?.[section.kind]}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div {...NEVER_COVERED} className="space-y-0.5 border-t border-line p-1.5">
        {user.role === "admin" && (
          <SidebarItem label="Admin" to="/admin" icon={<Wrench aria-hidden />} isCollapsed={isCollapsed} />
        )}
        <UserMenu user={user} isCollapsed={isCollapsed} />
        <SidebarItem
          label="Logout"
          icon={<LogOut aria-hidden />}
          isCollapsed={isCollapsed}
          onClick={signOut}
        />
      </div>
    </div>
  );
}

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
function SidebarItem({ label, icon, isCollapsed, newCount = 0, to, onClick }: SidebarItemProps) {
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
