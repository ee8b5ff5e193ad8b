import { Link } from "react-router-dom";

import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { SectionStatus } from "#shared/news/sources.ts";

import { SOURCES_LINK } from "./outcome-words.ts";

/** Line with the time of a section's last update, and a note if a source fails. Empty while loading. */
export function UpdateLine({ status }: { status: SectionStatus | undefined }) {
  return (
    <p className="mt-1 min-h-4 text-xs text-ink-faint">
      {status && (
        <>
          {status.updatedAt === null ? (
            "Not updated yet"
          ) : (
            <>
              Updated <RelativeTime iso={status.updatedAt} />
            </>
          )}
          {status.failingSources > 0 && (
            <>
              {" · "}
              <FailingSources count={status.failingSources} />
            </>
          )}
        </>
      )}
    </p>
  );
}

function FailingSources({ count }: { count: number }) {
  const isAdmin = useCurrentUser()?.role === "admin";
  const words = count === 1 ? "1 source failing" : `${count} sources failing`;
  if (!isAdmin)
    return (
      <span title="An admin can see details under Jobs" className="whitespace-nowrap">
        {words}
      </span>
    );
  return (
    <Link
      to={SOURCES_LINK.to}
      className="rounded-chip whitespace-nowrap text-ink-muted underline underline-offset-2 hover:text-ink"
    >
      {words}
    </Link>
  );
}
