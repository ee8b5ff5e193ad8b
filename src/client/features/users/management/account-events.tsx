import { pagedList } from "#client/api/load-state.ts";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { AccountEvent } from "#shared/accounts/users.ts";

import { useAccountEvents } from "./use-users.ts";

/** Log of changes to accounts, newest first. Hidden if it is empty. */
export function AccountEvents() {
  const events = useAccountEvents();
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="account-events" className="mt-4">
      <h4 id="account-events" className="mb-2 text-sm font-semibold">
        Account Changes
      </h4>
      <ul className="space-y-1 text-sm">
        {items.map((event) => (
          <li key={event.id} className="flex flex-wrap justify-between gap-x-3 text-ink-muted">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium text-ink">{event.actor ?? "Command line"}</bdi>{" "}
              <EventSentence event={event} />
            </span>
            <span className="text-xs text-ink-faint">
              <RelativeTime iso={event.at} />
            </span>
          </li>
        ))}
      </ul>
      <MoreButton list={pagedList(events)} variant="ghost" />
    </section>
  );
}

function EventSentence({ event: { action, username, detail } }: { event: AccountEvent }) {
  const name = <bdi>{username}</bdi>;
  const about = <bdi>{detail}</bdi>;
  switch (action) {
    case "renamed":
      return (
        <>
          <span>changed the username of</span> {name} <span>to</span> {about}
        </>
      );
    case "role":
      return (
        <>
          <span>made</span> {name} <span>{detail === "admin" ? "an admin" : "a regular user"}</span>
        </>
      );
    case "token-revoked":
      return (
        <>
          <span>revoked the token</span> {about} <span>of</span> {name}
        </>
      );
    case "feed-stopped":
      return (
        <>
          <span>stopped the feed</span> {about} <span>of</span> {name}
        </>
      );
    case "reset-link":
      return (
        <>
          <span>created a password link for</span> {name}
        </>
      );
    case "linked":
    case "unlinked":
      return (
        <>
          <span>{action} the single sign-on of</span> {name}
        </>
      );
    case "password-reset":
      return <span>set a new password through a link</span>;
    default:
      return (
        <>
          <span>{action}</span> {name}
        </>
      );
  }
}
