import { Scale } from "lucide-react";

import { refOf } from "#client/features/links/use-links.ts";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { Button } from "#client/ui/button.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useItemShortcut } from "#client/ui/menu/use-shortcut.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import { CLEARANCE_LABELS, RING_WORDS } from "#shared/verdicts/rings.ts";
import type { ToolVerdict, Verdict } from "#shared/verdicts/verdicts.ts";

import { EvidenceList } from "./evidence-list.tsx";
import { RingChip } from "./ring-chip.tsx";
import { useToolVerdict } from "./use-verdicts.ts";
import { VerdictHistory } from "./verdict-history.tsx";
import { briefDay, today } from "./verdict-words.ts";
import { Votes } from "./votes.tsx";

interface VerdictSectionProps {
  toolId: string;
  /** Level of its heading: 2 on a page, 3 in a dialog. */
  headingLevel?: 2 | 3;
  onDecide: () => void;
}

/** Section of a tool's details with its verdict, votes and earlier verdicts. */
export function VerdictSection({ toolId, headingLevel = 3, onDecide }: VerdictSectionProps) {
  const { said, isError, retry } = useToolVerdict(toolId);
  if (isError) return <ErrorState text="Couldn't load the verdict." onRetry={retry} />;
  return (
    <section aria-label="Verdict" className="rounded-control border border-line bg-canvas p-3">
      {said ? (
        <Said toolId={toolId} headingLevel={headingLevel} said={said} onDecide={onDecide} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

function Said({
  toolId,
  headingLevel,
  said,
  onDecide,
}: Required<VerdictSectionProps> & { said: ToolVerdict }) {
  const { verdict, ringSince, mayDecide } = said;
  const isGone = useIsDeleted();
  useItemShortcut("v", refOf({ kind: "tool", id: toolId }), () => mayDecide && !isGone && onDecide());
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          {verdict ? (
            <Holding verdict={verdict} since={ringSince ?? verdict.decidedAt} />
          ) : (
            <span className="text-ink-muted">No verdict yet</span>
          )}
        </p>
        {mayDecide && (
          <Button
            size="small"
            icon={<Scale aria-hidden />}
            aria-keyshortcuts="v"
            disabled={isGone}
            onClick={onDecide}
          >
            Decide
          </Button>
        )}
      </div>
      {verdict && <Reasons verdict={verdict} />}
      <Votes toolId={toolId} said={said} onDecide={onDecide} />
      {verdict && verdict.revision > 1 && (
        <Disclosure title={`Verdict history (${verdict.revision})`} look="framed" headingLevel={headingLevel}>
          <VerdictHistory toolId={toolId} />
        </Disclosure>
      )}
    </div>
  );
}

function Holding({ verdict: { ring, decidedBy }, since }: { verdict: Verdict; since: string }) {
  return (
    <>
      <RingChip ring={ring} />
      <span className="text-ink-muted">
        · since <time dateTime={since}>{briefDay(since)}</time>
        {decidedBy && (
          <>
            {" "}
            · <bdi>{personName(decidedBy)}</bdi>
          </>
        )}
      </span>
    </>
  );
}

function Reasons({ verdict }: { verdict: Verdict }) {
  const { ring, reason, clearance, lookAgainOn, evidence } = verdict;
  const isOverdue = lookAgainOn !== null && lookAgainOn < today();
  return (
    <div className="flex flex-col gap-1.5">
      <p className="wrap-anywhere">
        <span className="sr-only">{RING_WORDS[ring].sentence} </span>
        {reason}
      </p>
      <EvidenceList evidence={evidence} />
      <p className="text-xs text-ink-muted">
        Allowed data: {clearance ? CLEARANCE_LABELS[clearance].toLowerCase() : "not decided"}
        {lookAgainOn !== null && (
          <>
            {" · "}
            <span className={isOverdue ? "font-medium text-warning-ink" : undefined}>
              {isOverdue ? "Review due since" : "Review on"} {briefDay(lookAgainOn)}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
