import { useUsers } from "#client/features/users/management/use-users.ts";
import { labelsOf } from "#client/slices.ts";
import { DayInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { ACTIVITY_KINDS, STACKLOOP } from "#shared/kernel/activity.ts";
import { isolated } from "#shared/texts/escaping.ts";

import type { ActivityView, Period } from "./activity-view.ts";

const PERIODS: readonly { value: Period; label: string }[] = [
  { value: "all", label: "All Time" },
  { value: "today", label: "Today" },
  { value: "week", label: "Last 7 Days" },
  { value: "month", label: "Last 30 Days" },
  { value: "days", label: "Choose Days" },
];

interface ActivityControlsProps {
  view: ActivityView;
  onChange: (changes: Partial<ActivityView>) => void;
}

/** Filters of the activity: user, kind and period. */
export function ActivityControls({ view, onChange }: ActivityControlsProps) {
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

/** Returns all users with possible activity. Users with the same name are shown with their user names. */
function usePeople() {
  const users = useUsers().data?.items ?? [];
  const names = users.map(personName);
  const people = users.map((user, index) => {
    const name = names[index] ?? "";
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return { value: user.id, label: isAlone ? name : `${isolated(name)} (${isolated(user.username)})` };
  });
  return [
    ...people.toSorted((a, b) => a.label.localeCompare(b.label, "en-US")),
    { value: STACKLOOP, label: "StackLoop" },
  ];
}
