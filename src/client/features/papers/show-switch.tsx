import { ChoiceBar } from "#client/ui/choice-bar.tsx";

import type { Show } from "./papers-view-url.ts";

const SHOWS = [
  { value: "all", label: "All" },
  { value: "new", label: "New", title: "New since your last visit" },
  { value: "starred", label: "Starred" },
  { value: "hidden", label: "Hidden" },
] as const;

/** Shows all papers, or those that are new, starred or hidden for this person. */
export function ShowSwitch({ show, onChange }: { show: Show; onChange: (show: Show) => void }) {
  return (
    <ChoiceBar
      label="Show"
      choices={SHOWS}
      chosen={show}
      onChange={onChange}
      className="max-sm:w-full max-sm:*:flex-1"
    />
  );
}
