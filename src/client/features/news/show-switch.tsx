import { ChoiceBar } from "#client/ui/choice-bar.tsx";

import type { Show } from "./news-view-url.ts";

const SHOWS = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "starred", label: "Starred" },
] as const;

/** Shows all articles, or those that this person has not read, or has starred. */
export function ShowSwitch({ show, onChange }: { show: Show; onChange: (show: Show) => void }) {
  return <ChoiceBar label="Show" choices={SHOWS} chosen={show} onChange={onChange} />;
}
