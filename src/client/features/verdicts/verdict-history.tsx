import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

import { useVerdictHistory } from "./use-verdicts.ts";
import { briefDay, evidenceInWords } from "./verdict-words.ts";

/** All verdicts on a tool, newest first. */
export function VerdictHistory({ toolId }: { toolId: string }) {
  const { verdicts, isError, hasMore, isLoadingMore, loadMore, retry } = useVerdictHistory(toolId);
  if (isError) return <ErrorState text="Couldn't load earlier verdicts." onRetry={retry} />;
  if (!verdicts) return <Skeleton className="h-12" />;
  return (
    <div className="flex flex-col items-start gap-2">
      <ol aria-label="Verdicts, newest first" className="flex w-full flex-col gap-2">
        {verdicts.map((verdict) => (
          <Line key={verdict.id} verdict={verdict} />
        ))}
      </ol>
      {hasMore && (
        <Button size="small" isPending={isLoadingMore} pendingLabel="Loading..." onClick={loadMore}>
          Show older verdicts
        </Button>
      )}
    </div>
  );
}

function Line({ verdict }: { verdict: Verdict }) {
  const { ring, from, reason, decidedAt, decidedBy, evidence } = verdict;
  const words = evidenceInWords(evidence);
  return (
    <li className="text-sm wrap-anywhere">
      <span className="font-medium">
        {from && from !== ring && `${RING_WORDS[from].label} → `}
        {RING_WORDS[ring].label}
      </span>
      <span className="text-ink-muted">
        , <time dateTime={decidedAt}>{briefDay(decidedAt)}</time>
        {decidedBy && (
          <>
            , <bdi>{personName(decidedBy)}</bdi>
          </>
        )}
        :
      </span>{" "}
      “{reason}”{words && <span className="text-xs text-ink-faint"> {words}</span>}
    </li>
  );
}
