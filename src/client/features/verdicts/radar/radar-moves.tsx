import { useMoves } from "#client/features/verdicts/use-verdicts.ts";
import { briefDay } from "#client/features/verdicts/verdict-words.ts";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { movement } from "#shared/verdicts/radar.ts";
import { type MovePeriod, RING_WORDS } from "#shared/verdicts/rings.ts";
import type { Move } from "#shared/verdicts/verdicts.ts";

interface RadarMovesProps {
  /** Period in days, up to the radar's date; null for today. */
  days: MovePeriod;
  asOf: string | null;
  /** Tools that match the page's filters. */
  tools: readonly Tool[];
  marked: string | null;
  onOpen: (toolId: string) => void;
  onMark: (toolId: string | null) => void;
}

const SIGNS = { in: "▲ ", out: "▼ " };

/** Dated list of ring changes, latest first. */
export function RadarMoves({ days, asOf, tools, marked, onOpen, onMark }: RadarMovesProps) {
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
          <button
            type="button"
            onClick={() => onOpen(move.toolId)}
            onFocus={() => onMark(move.toolId)}
            onBlur={() => onMark(null)}
            onMouseEnter={() => onMark(move.toolId)}
            onMouseLeave={() => onMark(null)}
            className={classNames(
              "block min-h-control w-full px-3 py-1.5 text-left wrap-anywhere hover:bg-sunken focus-visible:-outline-offset-2",
              marked === move.toolId && "bg-sunken",
            )}
          >
            <span className="block">{move.name}</span>
            <span className="block text-xs text-ink-muted">{ringsInWords(move)}</span>
            <span className="block text-xs text-ink-faint">
              <time dateTime={move.decidedAt}>{briefDay(move.decidedAt)}</time>
              {move.decidedBy && (
                <>
                  , <bdi>{personName(move.decidedBy)}</bdi>
                </>
              )}
              : {move.reason}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** "▲ Assess → Trial", or "● New on Trial". */
function ringsInWords({ from, ring }: Move): string {
  const { label } = RING_WORDS[ring];
  if (from === null) return `● New on ${label}`;
  const direction = movement(from, ring);
  return `${direction ? SIGNS[direction] : ""}${RING_WORDS[from].label} → ${label}`;
}
