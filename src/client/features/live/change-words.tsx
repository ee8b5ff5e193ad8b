import { TimeSince } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

interface ChangeWordsProps {
  /** What somebody else did; null where it is not known who. */
  change: LiveChange | null;
  isDeleted: boolean;
}

/** "Ada changed this just now." */
export function ChangeWords({ change, isDeleted }: ChangeWordsProps) {
  const did = isDeleted ? "deleted" : "changed";
  // Of one that is gone somebody may have changed something before somebody else deleted it.
  if (change === null || (change.verb === "deleted") !== isDeleted)
    return <span>{`This was ${did} meanwhile.`}</span>;
  return (
    <>
      <bdi>{personName(change.actor)}</bdi> {did} this <TimeSince iso={change.at} />.
    </>
  );
}
