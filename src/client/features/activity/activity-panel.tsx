import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router-dom";

import { pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { useUsers } from "#client/features/users/management/use-users.ts";
import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { DayInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import {
  type ActivityFilter,
  type ActivityLine,
  ACTIVITY_KINDS,
  STACKLOOP,
} from "#shared/kernel/activity.ts";
import { eventWords } from "#shared/kernel/event-words.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { isolate } from "#shared/texts/escaping.ts";

import {
  type ActivityView,
  type Period,
  activityFilter,
  isFiltered,
  UNFILTERED_ACTIVITY,
} from "./activity-view.ts";

const PAGE_SIZE = 30;
const NO_LINES: readonly ActivityLine[] = [];

/** Loads activity page by page, latest first. Refetches each time the panel is opened. */
function useActivity(filter: ActivityFilter) {
  const list = trpc.events.list.useInfiniteQuery(
    { limit: PAGE_SIZE, ...filter },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: (former) => former,
      gcTime: 0,
    },
  );
  const { data } = list;
  const lines = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NO_LINES, [data]);
  return {
    ...pagedList(list),
    lines,
    /** True if the lines belong to the previous filter. */
    isOutdated: list.isPlaceholderData,
  };
}

/** Returns a function that exports the activity as a table. */
function useExportActivity() {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    // Requested directly, because an export must not come from the cache.
    exportActivity: (filter: ActivityFilter) => void save(client.events.export.query(filter)),
    isPending,
  };
}

const INITIAL_STATE = { view: UNFILTERED_ACTIVITY, filter: {} };

/** Admin panel to browse and export the activity log. */
export function ActivityPanel() {
  const [{ view, filter }, setState] = useState<{ view: ActivityView; filter: ActivityFilter }>(
    INITIAL_STATE,
  );
  const activity = useActivity(filter);
  const { exportActivity, isPending } = useExportActivity();

  function handleChange(changes: Partial<ActivityView>) {
    const next = { ...view, ...changes };
    setState({ view: next, filter: activityFilter(next, new Date()) });
  }

  return (
    <div className="flex flex-col gap-3">
      <ActivityControls view={view} onChange={handleChange} />
      <ActivityList activity={activity} isFiltered={isFiltered(view)} />
      {/* Invisible while the list loads, because the list's end moves then. */}
      <div className={classNames("flex flex-wrap gap-2", activity.isPending && "invisible")}>
        <MoreButton list={activity} />
        <Button
          size="small"
          icon={<Download aria-hidden />}
          isPending={isPending}
          pendingLabel="Exporting..."
          onClick={() => exportActivity(filter)}
        >
          Export CSV
        </Button>
      </div>
    </div>
  );
}

interface ActivityListProps {
  activity: ReturnType<typeof useActivity>;
  isFiltered: boolean;
}

function ActivityList({ activity, isFiltered: hasFilter }: ActivityListProps) {
  const { lines, isPending, isError, isOutdated, hasMoreFailed } = activity;
  if (isError) return <ErrorState text="Couldn't load the activity." onRetry={activity.retry} />;
  if (isPending) return <Skeleton className="h-60" />;
  if (lines.length === 0)
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-8 text-center text-pretty text-ink-muted">
        {hasFilter
          ? "No activity matches these filters."
          : "Nothing yet. People's additions, changes, deletions and comments will appear here."}
      </p>
    );
  return (
    <>
      <ul
        aria-label="Activity"
        aria-busy={isOutdated}
        className={classNames(
          "divide-y divide-line rounded-control border border-line bg-surface transition-opacity",
          isOutdated && "opacity-60",
        )}
      >
        {lines.map((line) => (
          <ActivityRow key={line.seq} line={line} />
        ))}
      </ul>
      {hasMoreFailed && (
        <p role="alert" className="text-danger-ink">
          Couldn&apos;t load more. Please try again.
        </p>
      )}
    </>
  );
}

/** Activity entry: user, action and time. The title is a link if the item still exists. */
function ActivityRow({ line }: { line: ActivityLine }) {
  const { action, subject, isTitle, rest } = eventWords(line);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 px-3 py-2 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere text-ink-muted">
        <bdi className="font-medium text-ink" title={line.actor?.username}>
          {personName(line.actor)}
        </bdi>{" "}
        {action}{" "}
        {isTitle && line.isThere ? (
          <Link to={addressOf(line)} className="group rounded-chip font-medium text-ink">
            {/* Underlined itself, because the link's underline doesn't extend into isolated names. */}
            <bdi className="underline decoration-line-strong underline-offset-2 group-hover:decoration-ink">
              <ItemText kind={line.kind} text={subject} />
            </bdi>
          </Link>
        ) : (
          <bdi className="text-ink">{subject}</bdi>
        )}
        {rest}
      </p>
      <span className="text-xs text-ink-faint">
        <RelativeTime iso={line.at} />
      </span>
    </li>
  );
}

/** Returns the link of an entry. A deleted comment links to its discussion. */
function addressOf({ kind, itemId, detail }: ActivityLine): string {
  const isDeleted = detail.change === "deleted" || detail.change === "purged";
  return itemAddress({ kind, id: itemId }, isDeleted ? null : (detail.comment ?? null));
}

const PERIODS: readonly { value: Period; label: string }[] = [
  { value: "all", label: "All time" },
  { value: "today", label: "Today" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
  { value: "days", label: "Choose days" },
];

interface ActivityControlsProps {
  view: ActivityView;
  onChange: (changes: Partial<ActivityView>) => void;
}

/** Filters of the activity: user, kind and period. */
function ActivityControls({ view, onChange }: ActivityControlsProps) {
  const people = usePeople();
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      <Select
        aria-label="Person"
        placeholder="Everyone"
        options={people}
        value={view.person ?? ""}
        onChange={(event) => onChange({ person: event.target.value || null })}
      />
      <Select
        aria-label="Kind"
        placeholder="Everything"
        options={ACTIVITY_KINDS.map((value) => ({ value, label: labelsOf(value).many }))}
        value={view.kind ?? ""}
        onChange={(event) =>
          onChange({ kind: ACTIVITY_KINDS.find((kind) => kind === event.target.value) ?? null })
        }
      />
      <Select
        aria-label="Time"
        options={PERIODS}
        value={view.period}
        onChange={(event) =>
          onChange({ period: PERIODS.find(({ value }) => value === event.target.value)?.value ?? "all" })
        }
      />
      {view.period === "days" && (
        <div className="grid grid-cols-2 gap-2 sm:col-span-3 md:flex">
          <DayInput label="From" value={view.from} max={view.to} onChange={(from) => onChange({ from })} />
          <DayInput label="To" value={view.to} min={view.from} onChange={(to) => onChange({ to })} />
        </div>
      )}
    </div>
  );
}

/** Returns options for all users and StackLoop. Users with the same name are shown with their usernames. */
function usePeople() {
  const users = useUsers().data?.items ?? [];
  const names = users.map(personName);
  const people = users.map((user, index) => {
    const name = names[index] ?? "";
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return { value: user.id, label: isUnique ? name : `${isolate(name)} (${isolate(user.username)})` };
  });
  return [
    ...people.toSorted((a, b) => a.label.localeCompare(b.label, "en-US")),
    { value: STACKLOOP, label: "StackLoop" },
  ];
}
