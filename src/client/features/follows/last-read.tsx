import { clientName } from "#client/features/users/account/device-name.ts";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Follow } from "#shared/follows.ts";

/** Time and program of a feed's last request. */
export function LastRead({ follow: { lastReadAt, lastReader } }: { follow: Follow }) {
  if (lastReadAt === null) return <span>Never read</span>;
  const reader = clientName(lastReader);
  return (
    <>
      Last read <RelativeTime iso={lastReadAt} />
      {reader !== null && ` by ${reader}`}
    </>
  );
}
