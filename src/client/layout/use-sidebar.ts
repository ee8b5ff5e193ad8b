import { useState } from "react";
import { useLocation } from "react-router-dom";

import { useShortcut } from "#client/ui/menu/use-shortcut.ts";
import { useIsMobile } from "#client/ui/use-media-query.ts";

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

/** State of the sidebar, stored in a cookie for seven days and toggled by Ctrl or Cmd plus B. */
export function useSidebar(): SidebarState {
  const isMobile = useIsMobile();
  const { key } = useLocation();
  const [isExpanded, setExpanded] = useState(readIsExpanded);
  // URL at which the drawer was opened. Any navigation closes it.
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
