import { Scale } from "lucide-react";
import { Link } from "react-router-dom";

import { Card } from "#client/ui/card.tsx";

import { useOverdueVerdicts } from "./use-verdicts.ts";
import { briefDay } from "./verdict-dates.ts";

/** More than these nobody takes up at once. */
const MAX_NAMED = 3;

/** On Home: the verdicts that were to be looked at again by now, the longest overdue first; nothing without any. */
export function OverdueVerdicts() {
  const items = useOverdueVerdicts();
  if (items.length === 0) return null;
  const named = items.toSorted((a, b) => a.lookAgainOn.localeCompare(b.lookAgainOn)).slice(0, MAX_NAMED);
  const rest = items.length - named.length;
  return (
    <Card className="flex items-start gap-3 px-4 py-3">
      <Scale aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <p className="min-w-0 wrap-anywhere text-ink-muted">
        {items.length === 1 ? "A verdict is overdue: " : `${items.length} verdicts are overdue: `}
        {named.map(({ toolId, name, lookAgainOn }, index) => (
          <span key={toolId}>
            {index > 0 && ", "}
            <Link
              to={`/dashboard?dialog=verdict&tool=${encodeURIComponent(toolId)}`}
              className="font-medium text-accent-ink underline"
            >
              {name}
            </Link>{" "}
            (since {briefDay(lookAgainOn)})
          </span>
        ))}
        {rest > 0 && (
          <>
            {" and "}
            <Link to="/dashboard?view=landscape&blind=1" className="font-medium text-accent-ink underline">
              {rest} more
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}
