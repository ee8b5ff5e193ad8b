import { PanelLeft, Search, Bell } from "lucide-react";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useIsLiveLost } from "#client/features/live/use-live-changes.ts";
import { IconButton, buttonStyle } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { NEVER_COVERED } from "#client/ui/feedback/clearance.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { Kbd, MOD_KEY } from "#client/ui/menu/shortcuts.tsx";
import { MAX_OPEN_SHOWN } from "#shared/inbox/inbox-words.ts";

import { ProductLogo } from "./product-logo.tsx";
import type { SidebarState } from "./sidebar.tsx";

interface TopBarProps {
  sidebar: SidebarState;
  onSearch: () => void;
}

/** Sticky bar with the sidebar toggle (left on small screens, right on wide ones) and the search button. */
export function TopBar({ sidebar, onSearch }: TopBarProps) {
  const toggle = (
    <IconButton
      label="Toggle Sidebar"
      aria-keyshortcuts="Control+B Meta+B"
      aria-expanded={sidebar.isMobile ? sidebar.isDrawerOpen : sidebar.isExpanded}
      onClick={sidebar.toggle}
    >
      <PanelLeft aria-hidden />
    </IconButton>
  );
  if (sidebar.isMobile) {
    return (
      <header
        {...NEVER_COVERED}
        className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-line bg-canvas px-2 print:hidden"
      >
        {toggle}
        <Link to="/" className="flex h-control items-center gap-2 rounded-control px-1 font-semibold">
          <ProductLogo className="size-6" />
          StackLoop
        </Link>
        <LiveNote />
        <InboxBell className="ml-auto" />
        <IconButton label="Search or go to" onClick={onSearch}>
          <Search aria-hidden />
        </IconButton>
      </header>
    );
  }
  return (
    <header
      {...NEVER_COVERED}
      className="sticky top-0 z-30 flex h-14 items-center justify-between gap-4 border-b border-line bg-canvas px-6 print:hidden"
    >
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className="flex h-control w-72 items-center gap-2.5 rounded-control border border-line bg-surface px-3 text-ink-faint shadow-card transition-colors hover:border-line-strong hover:text-ink-muted"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Search or go to…</span>
        <Kbd>{MOD_KEY} K</Kbd>
      </button>
      <LiveNote />
      <div className="flex items-center gap-1">
        <InboxBell />
        {toggle}
      </div>
    </header>
  );
}

/** Note shown while this tab receives no live updates. */
function LiveNote() {
  const isLost = useIsLiveLost();
  return (
    <p aria-live="polite" className="min-w-0 flex-1 text-right text-xs text-balance text-ink-muted">
      {isLost && "Live updates paused; retrying"}
    </p>
  );
}

/** Link to the inbox, with the number of open entries. */
function InboxBell({ className }: { className?: string }) {
  const { data } = trpc.inbox.count.useQuery();
  const open = data?.open ?? 0;
  const shownCount = open > MAX_OPEN_SHOWN ? `${MAX_OPEN_SHOWN}+` : String(open);
  const name = open > 0 ? `Inbox, ${shownCount} open` : "Inbox";
  return (
    <Tooltip label={name}>
      <Link
        to="/inbox"
        aria-label={name}
        className={buttonStyle("ghost", "medium", classNames("size-control px-0", className))}
      >
        <span className="relative">
          <Bell aria-hidden />
          {open > 0 && (
            <span
              aria-hidden
              className="absolute -top-2.5 left-2 min-w-4 rounded-full bg-accent px-1 text-center text-xs/4 font-semibold text-on-accent tabular-nums"
            >
              {shownCount}
            </span>
          )}
        </span>
      </Link>
    </Tooltip>
  );
}
