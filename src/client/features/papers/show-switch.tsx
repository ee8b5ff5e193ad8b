import type { Show } from "./papers-view-url.ts";

const SHOWS = [
  { show: "all", label: "All" },
  { show: "new", label: "New" },
  { show: "starred", label: "Starred" },
  { show: "hidden", label: "Hidden" },
] as const;

/** Shows all papers, or those that are new, starred or hidden for this person. */
export function ShowSwitch({ show: chosen, onChange }: { show: Show; onChange: (show: Show) => void }) {
  return (
    <fieldset aria-label="Show" className="flex gap-1 rounded-control bg-sunken p-1 max-sm:w-full">
      {SHOWS.map(({ show, label }) => (
        <button
          key={show}
          type="button"
          aria-pressed={show === chosen}
          title={show === "new" ? "New since your last visit" : undefined}
          onClick={() => onChange(show)}
          className="flex h-control items-center justify-center rounded-chip px-2.5 text-xs font-medium text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card max-sm:flex-1 md:h-7 dark:aria-pressed:bg-pressed"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
