import { LogOut, Wrench } from "lucide-react";

import { useSignOut } from "#client/features/users/sign-in/use-auth.ts";
import { pages } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { NEVER_COVERED } from "#client/ui/feedback/clearance.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Unseen } from "#shared/kernel/since.ts";

import { ProductLogo } from "./product-logo.tsx";
import { SidebarItem } from "./sidebar-item.tsx";
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
