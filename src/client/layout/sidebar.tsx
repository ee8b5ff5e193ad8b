import { LogOut, Wrench } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";

import { useSignOut } from "#client/features/users/use-auth.ts";
import { pages } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { NEVER_COVERED } from "#client/ui/feedback/clearance.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { useIsMobile } from "#client/ui/use-media-query.ts";
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

/** Content of the sidebar and the drawer: navigation, user menu and sign-out. */
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

const ITEM_STYLE =
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
  const name = newCount > 0 ? `${label}, ${formatCount(newCount)} new` : label;
  // A label, because screen readers would read a space before the comma if the count was a separate element.
  const itemProps = { className: ITEM_STYLE, ...(newCount > 0 && { "aria-label": name }) };
  const content = (
    <>
      {icon}
      <span className={classNames("truncate", isCollapsed && "sr-only")}>{label}</span>
      {newCount > 0 && <NewCount count={newCount} isCollapsed={isCollapsed} />}
    </>
  );
  const item =
    to === undefined ? (
      <button type="button" onClick={onClick} {...itemProps}>
        {content}
      </button>
    ) : (
      <NavLink to={to} end={to === "/"} {...itemProps}>
        {content}
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

const MAX_SHOWN_COUNT = 99;
const formatCount = (count: number) => (count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count));

/** Number of new items next to the label, or a dot if only the icon is visible. */
function NewCount({ count, isCollapsed }: { count: number; isCollapsed: boolean }) {
  if (isCollapsed)
    return <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent" />;
  // As generated content, because the link's accessible name already contains the number.
  return (
    <span
      aria-hidden
      data-count={formatCount(count)}
      className="ml-auto rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent-ink tabular-nums before:content-[attr(data-count)]"
    />
  );
}

interface SidebarDrawerProps {
  user: User;
  unseen: Unseen | undefined;
  onClose: () => void;
}

/** Sidebar for small screens. The page behind it is inert, so the focus stays inside. */
export function SidebarDrawer({ user, unseen, onClose }: SidebarDrawerProps) {
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const page = document.documentElement;
    panel.current?.focus();
    page.style.overflow = "hidden";
    return () => {
      page.style.overflow = "";
    };
  }, []);

  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onClose();
  });
  useEffect(() => {
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, []);

  return (
    <div className="fixed inset-0 z-40">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape does the same */}
      <div
        className="absolute inset-0 bg-backdrop transition-opacity duration-150 starting:opacity-0"
        onClick={onClose}
      />
      <div
        ref={panel}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the top layer of <dialog> would cover the menu
        role="dialog"
        aria-modal="true"
        aria-label="Sidebar"
        tabIndex={-1}
        className="absolute inset-y-0 left-0 w-72 max-w-full border-r border-line bg-surface shadow-dialog transition-transform duration-200 outline-none starting:-translate-x-full"
      >
        <Sidebar user={user} isCollapsed={false} unseen={unseen} />
      </div>
    </div>
  );
}

const COOKIE = "sidebar-state";
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;

const readIsExpanded = () => !document.cookie.split("; ").includes(`${COOKIE}=collapsed`);

function writeIsExpanded(isExpanded: boolean) {
  const state = isExpanded ? "expanded" : "collapsed";
  document.cookie = `${COOKIE}=${state}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`;
}

export interface SidebarState {
  isMobile: boolean;
  isExpanded: boolean;
  isDrawerOpen: boolean;
  /** Expands or collapses the sidebar. On small screens, opens or closes the drawer. */
  toggle: () => void;
  closeDrawer: () => void;
}

/** State of the sidebar, stored in a cookie for seven days. Ctrl or Cmd plus B toggles it. */
export function useSidebar(): SidebarState {
  const isMobile = useIsMobile();
  const { key } = useLocation();
  const [isExpanded, setExpanded] = useState(readIsExpanded);
  // Key of the history entry at which the drawer was opened. Any navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const isDrawerOpen = isMobile && drawerAt === key;

  function toggle() {
    if (isMobile) {
      setDrawerAt(isDrawerOpen ? null : key);
      return;
    }
    setExpanded(!isExpanded);
    writeIsExpanded(!isExpanded);
  }

  useShortcut("mod+b", toggle);

  return { isMobile, isExpanded, isDrawerOpen, toggle, closeDrawer: () => setDrawerAt(null) };
}
