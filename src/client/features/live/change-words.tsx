import { TimeSince } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

interface ChangeWordsProps {
  /** Another user's change; null if the author is unknown. */
  change: LiveChange | null;
  isDeleted: boolean;
}

/** "Ada changed this just now." */
export function ChangeWords({ change, isDeleted }: ChangeWordsProps) {
  const did = isDeleted ? "deleted" : "changed";
  // A deleted item may have been changed by one user and then deleted by another.
  if (change === null || (change.verb === "deleted") !== isDeleted)
    return <span>{`This was ${did} meanwhile.`}</span>;
  return (
    <>
      <bdi>{personName(change.actor)}</bdi> {did} this <TimeSince iso={change.at} />.
    </>
  );
}
