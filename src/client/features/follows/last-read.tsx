import { clientName } from "#client/features/users/assistants/client-name.ts";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Follow } from "#shared/follows.ts";

/** When a feed was read last, and by which program. */
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
