import { memo, useMemo, useRef, useState } from "react";

import { loadState } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useMoves } from "#client/features/verdicts/use-verdicts.ts";
import { briefDay } from "#client/features/verdicts/verdict-words.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { layOutRadar, moveDirection } from "#shared/verdicts/radar.ts";
import {
  matchesVerdict,
  type MovePeriod,
  NO_VERDICT,
  type VerdictFilter,
  RING_WORDS,
} from "#shared/verdicts/rings.ts";
import type { Radar, Move } from "#shared/verdicts/verdicts.ts";

import { RadarControls } from "./radar-controls.tsx";
import { type RadarSelection, RadarList, RadarRow } from "./radar-list.tsx";
import { RadarPicture } from "./radar-picture.tsx";

interface RadarViewProps {
  /** Tools that match the page's filters. */
  tools: readonly Tool[];
  /** Verdict filter; null for all. */
  verdict: VerdictFilter | null;
  /** Date of the radar; null for today. */
  asOf: string | null;
  /** Number of days of the moves to list; null to list the tools by ring. */
  moved: MovePeriod | null;
  onAsOf: (day: string | null) => void;
  onMoved: (days: MovePeriod | null) => void;
  onOpen: (dialog: "detail", toolId: string) => void;
}

/** The team's verdicts as a radar with rings, and as a list. */
export const RadarView = memo(function RadarView(props: RadarViewProps) {
  const { radar, isError, retry } = useRadar(props.asOf);
  if (isError) return <ErrorState text="Couldn't load the radar." onRetry={retry} />;
  if (!radar) return <Skeleton className="h-120 rounded-card" />;
  return <LoadedRadar {...props} radar={radar} />;
});

const LISTS = [
  { value: "", label: "By ring" },
  { value: "30", label: "Moved in 30 days" },
  { value: "90", label: "In 90 days" },
] as const;

function LoadedRadar({ radar, ...props }: RadarViewProps & { radar: Radar }) {
  const { tools, verdict, asOf, moved, onAsOf, onMoved, onOpen } = props;
  const picture = useRef<SVGSVGElement>(null);
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const blips = useMemo(() => {
    const ids = new Set(tools.map(({ id }) => id));
    return radar.blips.filter(({ toolId, ring }) => ids.has(toolId) && matchesVerdict(ring, verdict));
  }, [radar, tools, verdict]);
  const layout = useMemo(() => layOutRadar(radar.sectors, blips), [radar, blips]);
  const selection = {
    highlightedId,
    onOpen: (toolId: string) => onOpen("detail", toolId),
    onHighlight: setHighlightedId,
  };
  return (
    <div className="flex flex-col gap-3">
      <RadarControls
        radar={radar}
        shownIds={blips.length === radar.blips.length ? undefined : blips.map(({ toolId }) => toolId)}
        asOf={asOf}
        onAsOf={onAsOf}
        picture={picture}
      />
      {blips.length === 0 ? (
        <EmptyState
          title="No Verdicts Here"
          text={
            radar.first === null
              ? "Open a tool and press Decide. The team's verdicts appear here."
              : `None of these tools had ${verdict === null || verdict === NO_VERDICT ? "a" : "this"} verdict on that day.`
          }
        />
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <Card className="@container p-2 max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-0 xl:sticky xl:top-[calc(var(--sticky-top)+1rem)]">
            <RadarPicture ref={picture} layout={layout} asOf={radar.asOf} {...selection} />
          </Card>
          <div className="flex min-w-0 flex-col gap-4">
            <ChoiceBar
              label="List of the radar"
              choices={LISTS}
              chosen={moved === null ? "" : `${moved}`}
              onChange={(days) => onMoved(days === "" ? null : days === "30" ? 30 : 90)}
            />
            {moved === null ? (
              <RadarList blips={blips} {...selection} />
            ) : (
              <RadarMoves days={moved} asOf={asOf} tools={tools} {...selection} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** Returns the radar of a date; null for today. The previous radar remains until it arrives. */
function useRadar(asOf: string | null) {
  const query = trpc.verdicts.radar.useQuery(asOf === null ? {} : { asOf }, {
    placeholderData: (former) => former,
  });
  return { ...loadState(query), radar: query.data };
}

interface RadarMovesProps extends RadarSelection {
  /** Number of days before the radar's date. */
  days: MovePeriod;
  asOf: string | null;
  /** Tools that match the page's filters. */
  tools: readonly Tool[];
}

const SIGNS = { in: "▲ ", out: "▼ " };

/** Dated list of ring changes, latest first. */
function RadarMoves({ days, asOf, tools, ...selection }: RadarMovesProps) {
  const { moves, isError, retry } = useMoves(days, asOf);
  if (isError) return <ErrorState text="Couldn't load the moves." onRetry={retry} />;
  if (!moves) return <Skeleton className="h-40" />;
  const ids = new Set(tools.map(({ id }) => id));
  const shown = moves.filter(({ toolId }) => ids.has(toolId));
  if (shown.length === 0)
    return <p className="text-sm text-ink-muted">None of these tools moved in these {days} days.</p>;
  return (
    <ol
      aria-label={`Moves in ${days} days`}
      className="overflow-hidden rounded-control border border-line bg-surface"
    >
      {shown.map((move) => (
        <li key={move.id} className="border-b border-line last:border-b-0">
          <RadarRow toolId={move.toolId} className="block wrap-anywhere" {...selection}>
            <span className="block">{move.name}</span>
            <span className="block text-xs text-ink-muted">{describeMove(move)}</span>
            <span className="block text-xs text-ink-faint">
              <time dateTime={move.decidedAt}>{briefDay(move.decidedAt)}</time>
              {move.decidedBy && (
                <>
                  , <bdi>{personName(move.decidedBy)}</bdi>
                </>
              )}
              : {move.reason}
            </span>
          </RadarRow>
        </li>
      ))}
    </ol>
  );
}

/** "▲ Assess → Trial", or "● New on Trial". */
function describeMove({ from, ring }: Move): string {
  const { label } = RING_WORDS[ring];
  if (from === null) return `● New on ${label}`;
  const direction = moveDirection(from, ring);
  return `${direction ? SIGNS[direction] : ""}${RING_WORDS[from].label} → ${label}`;
}
