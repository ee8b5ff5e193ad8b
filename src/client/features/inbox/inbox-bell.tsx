import { Bell } from "lucide-react";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { buttonStyle } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { MAX_OPEN_SHOWN } from "#shared/inbox/inbox-words.ts";

/** Link to the inbox with the number of open entries. */
export function InboxBell({ className }: { className?: string }) {
  const { data } = trpc.inbox.count.useQuery();
  const open = data?.open ?? 0;
  const shown = open > MAX_OPEN_SHOWN ? `${MAX_OPEN_SHOWN}+` : String(open);
  const name = open > 0 ? `Inbox, ${shown} open` : "Inbox";
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
              {shown}
            </span>
          )}
        </span>
      </Link>
    </Tooltip>
  );
}
