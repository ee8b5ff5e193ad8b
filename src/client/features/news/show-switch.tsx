import type { Show } from "./news-view-url.ts";

const SHOWS = [
  { show: "all", label: "All" },
  { show: "unread", label: "Unread" },
  { show: "starred", label: "Starred" },
] as const;

/** Shows all articles, or those that this person has not read, or has starred. */
export function ShowSwitch({ show: chosen, onChange }: { show: Show; onChange: (show: Show) => void }) {
  return (
    <fieldset aria-label="Show" className="flex gap-1 rounded-control bg-sunken p-1">
      {SHOWS.map(({ show, label }) => (
        <button
          key={show}
          type="button"
          aria-pressed={show === chosen}
          onClick={() => onChange(show)}
          className="flex h-control items-center rounded-chip px-2.5 text-xs font-medium text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card md:h-7 dark:aria-pressed:bg-pressed"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
