import { CheckCheck, MessageSquare } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router-dom";

import { loadState } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { briefMoment } from "#client/format/dates.ts";
import { ItemText } from "#client/format/tex-text.tsx";
import { sections } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Since, SinceLine } from "#shared/kernel/activity.ts";
import { eventWords } from "#shared/kernel/event-words.ts";
import { historyAddress, itemAddress, sectionAddress } from "#shared/kernel/item-address.ts";

import { FirstSteps } from "./first-steps.tsx";

/** Returns other people's activity since the user's last visit to Home. Records the visit once the page is visible. */
export function useSinceLastVisit() {
  const query = trpc.events.since.useQuery(undefined, { refetchOnMount: "always" });
  const { mutate: note } = trpc.events.visit.useMutation();
  const recordVisit = useEffectEvent(async () => {
    if (document.visibilityState !== "visible") return;
    // Waits for a running request instead of starting another.
    const { data: shown } = await query.refetch({ cancelRefetch: false });
    if (shown) note({ place: "home", seq: shown.upTo });
  });
  useEffect(() => {
    const handleVisibility = () => void recordVisit();
    handleVisibility();
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, []);
  return { ...loadState(query), since: query.data };
}

/**
 * Returns a mutation that marks all shown activity as seen. The activity disappears at once, and reappears if the
 * request fails.
 */
function useMarkSeen() {
  const toast = useToast();
  const { since } = trpc.useUtils().events;
  return trpc.events.markSeen.useMutation({
    async onMutate() {
      await since.cancel();
      const before = since.getData();
      const now = new Date().toISOString();
      since.setData(
        undefined,
        (shown) => shown && { ...shown, since: now, lines: [], more: 0, isComplete: true },
      );
      return before;
    },
    onError(_error, _input, before) {
      since.setData(undefined, before);
      toast.failure("Couldn't mark as seen", "Please try again.");
    },
    onSettled: () => since.invalidate(),
  });
}

interface SinceBlockProps {
  /** Undefined if loading failed. */
  since: Since | undefined;
  onRetry: () => void;
}

/** Other people's activity since the user's last visit. New users see first steps instead. */
export function SinceBlock({ since, onRetry }: SinceBlockProps) {
  const markSeen = useMarkSeen();
  const heading = useRef<HTMLHeadingElement>(null);

  function handleSeen(seq: number) {
    markSeen.mutate({ seq });
    // The pressed button is removed with the lines, so focus the heading.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="since">
      <div className="mb-3 flex min-h-control-small items-center justify-between gap-4">
        <h2 id="since" ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          <span>{formatHeading(since)}</span>
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
        <SinceContent since={since} />
      ) : (
        <ErrorState text="Couldn't load recent activity." onRetry={onRetry} />
      )}
    </section>
  );
}

function formatHeading(since: Since | undefined): string {
  if (since?.isNew) return "Good first steps";
  return since ? `Since ${briefMoment(since.since ?? "")}` : "Since your last visit";
}

function SinceContent({ since }: { since: Since }) {
  if (since.isNew) return <FirstSteps steps={since.steps} />;
  if (since.lines.length === 0) {
    return (
      <Card className="px-4 py-4 text-pretty text-ink-muted">
        Nothing new since {briefMoment(since.since ?? "")}. Enjoy the quiet.
      </Card>
    );
  }
  const rest = describeRest(since);
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

/** Returns a note about lines that don't fit; null if there are none. */
function describeRest({ more, isComplete }: Since): string | null {
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

interface TextPiece {
  text: string;
  /** True for a name. Its text direction is isolated from the surrounding text. */
  isName: boolean;
}

const list = new Intl.ListFormat("en-GB");

/**
 * Joins names as separate pieces of text: "Ada", "Ada and Bob", "Ada, Bob, Cleo and 2 others". Without names, returns
 * "StackLoop".
 */
export function joinNames(names: readonly string[], others: number): TextPiece[] {
  const allNames = names.length === 0 ? [personName(null)] : [...names];
  const rest = others === 0 ? [] : [others === 1 ? "1 other" : `${others} others`];
  let index = 0;
  return list.formatToParts([...allNames, ...rest]).map(({ type, value }) => {
    if (type === "literal") return { text: value, isName: false };
    index += 1;
    return { text: value, isName: index <= allNames.length };
  });
}

const STRONG_STYLE = "font-medium text-ink";

/** Activity line that links to its item. */
function SinceLineLink({ line }: { line: SinceLine }) {
  const { action, subject, isTitle, rest } = eventWords(line);
  return (
    <Link
      to={lineAddress(line)}
      className="flex min-h-12 items-start gap-3 px-4 py-2.5 -outline-offset-2! transition-colors hover:bg-sunken"
    >
      <KindIcon line={line} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 py-1 sm:flex-nowrap">
        <span className="line-clamp-3 min-w-0 basis-full break-words text-ink-muted sm:flex-1 sm:basis-auto">
          <Actors line={line} /> {action}{" "}
          <bdi className={STRONG_STYLE}>
            {isTitle ? <ItemText kind={line.kind} text={subject} /> : subject}
          </bdi>
          {rest}
        </span>
        <span className="shrink-0 text-xs text-ink-faint">
          <RelativeTime iso={line.at} />
        </span>
      </span>
    </Link>
  );
}

function KindIcon({ line: { kind, verb } }: { line: SinceLine }) {
  const section = sections.find((one) => one.kind === kind);
  if (!section) return null;
  const Icon = verb === "commented" ? MessageSquare : section.Icon;
  return (
    <span
      className={classNames("flex size-7 shrink-0 items-center justify-center rounded-control", section.tone)}
    >
      <Icon aria-hidden className="size-4" />
    </span>
  );
}

function Actors({ line: { actors, otherActors } }: { line: SinceLine }) {
  return joinNames(actors, otherActors).map(({ text, isName }, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- two people may have the same name
    const key = index;
    return isName ? (
      <bdi key={key} className={STRONG_STYLE}>
        {text}
      </bdi>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}

/**
 * Returns the link of an activity line: to the comment, the item, or the history of a changed item. Deleted items link
 * to their section.
 */
export function lineAddress({ verb, kind, itemId, detail }: SinceLine): string {
  if (itemId === null || verb === "deleted") return sectionAddress(kind);
  const isChange = verb === "edited" || detail.from !== undefined;
  if (isChange && kind !== "paper" && kind !== "article") return historyAddress({ kind, id: itemId });
  return itemAddress({ kind, id: itemId }, verb === "commented" ? detail.comment : null);
}
