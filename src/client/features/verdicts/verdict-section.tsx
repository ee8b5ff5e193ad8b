import { Scale, ThumbsDown, ThumbsUp } from "lucide-react";
import { Link } from "react-router-dom";

import { refOf } from "#client/features/links/use-links.ts";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { useItemShortcut } from "#client/ui/menu/shortcuts.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { itemAddress, itemOfRef } from "#shared/kernel/item-address.ts";
import { CLEARANCE_LABELS, RING_WORDS } from "#shared/verdicts/rings.ts";
import type { ToolVerdict, Verdict } from "#shared/verdicts/verdicts.ts";

import { RingChip } from "./ring-chip.tsx";
import { useToolVerdict, useVerdictHistory } from "./use-verdicts.ts";
import { briefDay, describeEvidence, today } from "./verdict-words.ts";
import { Votes } from "./votes.tsx";

interface VerdictSectionProps {
  toolId: string;
  /** Level of its heading: 2 on a page, 3 in a dialog. */
  headingLevel?: 2 | 3;
  onDecide: () => void;
}

/** Section of a tool's details with its verdict, votes and earlier verdicts. */
export function VerdictSection({ toolId, headingLevel = 3, onDecide }: VerdictSectionProps) {
  const { state, isError, retry } = useToolVerdict(toolId);
  if (isError) return <ErrorState text="Couldn't load the verdict." onRetry={retry} />;
  return (
    <section aria-label="Verdict" className="@container rounded-control border border-line bg-canvas p-3">
      {state ? (
        <VerdictState toolId={toolId} headingLevel={headingLevel} state={state} onDecide={onDecide} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

function VerdictState({
  toolId,
  headingLevel,
  state,
  onDecide,
}: Required<VerdictSectionProps> & { state: ToolVerdict }) {
  const { verdict, ringSince, mayDecide } = state;
  const isDeleted = useIsDeleted();
  useItemShortcut("v", refOf({ kind: "tool", id: toolId }), () => mayDecide && !isDeleted && onDecide());
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-x-3">
        <p className="min-w-0 py-1 max-md:py-2">
          {verdict ? (
            <CurrentVerdict verdict={verdict} since={ringSince ?? verdict.decidedAt} />
          ) : (
            <span className="text-ink-muted">No verdict yet</span>
          )}
        </p>
        {mayDecide && (
          <Button
            size="small"
            icon={<Scale aria-hidden />}
            aria-keyshortcuts="v"
            disabled={isDeleted}
            onClick={onDecide}
          >
            Decide
          </Button>
        )}
      </div>
      {verdict && <Reasons verdict={verdict} />}
      <Votes toolId={toolId} state={state} onDecide={onDecide} />
      {verdict && verdict.revision > 1 && (
        <Disclosure
          title={`Verdict history (${verdict.revision})`}
          variant="framed"
          headingLevel={headingLevel}
        >
          <VerdictHistory toolId={toolId} />
        </Disclosure>
      )}
    </div>
  );
}

function CurrentVerdict({ verdict: { ring, decidedBy }, since }: { verdict: Verdict; since: string }) {
  return (
    <>
      <RingChip ring={ring} />{" "}
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

/** Evidence for and against a verdict, with links. */
function EvidenceList({ evidence }: Pick<Verdict, "evidence">) {
  if (evidence.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-1">
      {evidence.map(({ ref, stance, title }) => {
        const key = itemOfRef(ref);
        const Stance = stance === "for" ? ThumbsUp : ThumbsDown;
        return (
          <li key={ref} className="flex min-w-0 items-center gap-1.5 text-xs text-ink-muted">
            <Stance aria-hidden className="size-3.5 shrink-0" />
            <span className="shrink-0">{stance === "for" ? "For:" : "Against:"}</span>
            {title === null ? (
              <span className="text-ink-faint">{labelsOf(key.kind).one} that was deleted</span>
            ) : (
              <Link to={itemAddress(key)} className="min-w-0 truncate text-accent-ink hover:underline">
                <ItemText kind={key.kind} text={title} />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** All verdicts on a tool, newest first. */
function VerdictHistory({ toolId }: { toolId: string }) {
  const { verdicts, ...list } = useVerdictHistory(toolId);
  if (list.isError) return <ErrorState text="Couldn't load earlier verdicts." onRetry={list.retry} />;
  if (!verdicts) return <Skeleton className="h-12" />;
  return (
    <div className="flex flex-col items-start gap-2">
      <ol aria-label="Verdicts, newest first" className="flex w-full flex-col gap-2">
        {verdicts.map((verdict) => (
          <VerdictLine key={verdict.id} verdict={verdict} />
        ))}
      </ol>
      <MoreButton list={list}>Show Older Verdicts</MoreButton>
    </div>
  );
}

function VerdictLine({ verdict }: { verdict: Verdict }) {
  const { ring, from, reason, decidedAt, decidedBy, evidence } = verdict;
  const words = describeEvidence(evidence);
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
