import { useEffect, useEffectEvent, useRef } from "react";

import type { User } from "#shared/accounts/users.ts";
import type { Unseen } from "#shared/kernel/activity.ts";

import { Sidebar } from "./sidebar.tsx";

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
