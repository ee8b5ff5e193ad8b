import { CheckCheck } from "lucide-react";
import { useRef } from "react";

import { briefMoment } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import type { Since } from "#shared/kernel/activity.ts";

import { FirstSteps } from "./first-steps.tsx";
import { SinceLineLink } from "./since-line.tsx";
import { useMarkSeen } from "./use-since.ts";

interface SinceBlockProps {
  /** Undefined if it couldn't be loaded. */
  since: Since | undefined;
  onRetry: () => void;
}

/** Other people's activity since the user's last visit. New users see first steps instead. */
export function SinceBlock({ since, onRetry }: SinceBlockProps) {
  const markSeen = useMarkSeen();
  const heading = useRef<HTMLHeadingElement>(null);

  function handleSeen(seq: number) {
    markSeen.mutate({ seq });
    // The button is removed with the lines.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="since">
      <div className="mb-3 flex min-h-control-small items-center justify-between gap-4">
        <h2 id="since" ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          <span>{headingOf(since)}</span>
        </h2>
        {since && since.lines.length > 0 && (
          <Button
            variant="ghost"
            size="small"
            icon={<CheckCheck aria-hidden />}
            onClick={() => handleSeen(since.upTo)}
          >
            Mark all as seen
          </Button>
        )}
      </div>
      {since ? (
        <Content since={since} />
      ) : (
        <ErrorState text="Couldn't load recent activity." onRetry={onRetry} />
      )}
    </section>
  );
}

function headingOf(since: Since | undefined): string {
  if (since?.isNew) return "Good first steps";
  return since ? `Since ${briefMoment(since.since ?? "")}` : "Since your last visit";
}

function Content({ since }: { since: Since }) {
  if (since.isNew) return <FirstSteps steps={since.steps} />;
  if (since.lines.length === 0) {
    return (
      <Card className="px-4 py-4 text-pretty text-ink-muted">
        Nothing new since {briefMoment(since.since ?? "")}. Enjoy the quiet.
      </Card>
    );
  }
  const rest = restInWords(since);
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {since.lines.map((line) => (
          <li key={[line.verb, line.kind, line.itemId, line.detail.import, line.title].join()}>
            <SinceLineLink line={line} />
          </li>
        ))}
      </ul>
      {rest && <p className="border-t border-line px-4 py-2.5 text-xs text-ink-faint">{rest}</p>}
    </Card>
  );
}

/** Describes the lines that don't fit. */
function restInWords({ more, isComplete }: Since): string | null {
  if (more === 0) return isComplete ? null : "and earlier changes";
  return isComplete ? `and ${more} more` : `and at least ${more} more`;
}

/** Placeholder while the activity loads. */
export function SinceSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading recent activity</output>
      <Skeleton className="mb-4 h-5 w-36" />
      <Card className="divide-y divide-line">
        {["a", "b", "c"].map((key) => (
          <div key={key} className="flex min-h-12 items-center gap-3 px-4 py-2.5">
            <Skeleton className="size-7 rounded-control" />
            <Skeleton className="h-4 w-full max-w-80" />
            <Skeleton className="ml-auto h-4 w-20 shrink-0" />
          </div>
        ))}
      </Card>
    </div>
  );
}
