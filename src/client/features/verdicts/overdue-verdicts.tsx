import { Scale } from "lucide-react";
import { Link } from "react-router-dom";

import { Card } from "#client/ui/card.tsx";
import type { OverdueVerdicts as OverdueVerdictList } from "#shared/verdicts/verdicts.ts";

import { useOverdueVerdicts } from "./use-verdicts.ts";
import { briefDay } from "./verdict-words.ts";

/** Maximum number of verdicts listed. */
const MAX_NAMED = 3;
const NONE: OverdueVerdictList = { items: [], total: 0 };

/** Verdicts with an overdue review on Home, the longest overdue first. Hidden if there are none. */
export function OverdueVerdicts() {
  const { items, total } = useOverdueVerdicts() ?? NONE;
  if (total === 0) return null;
  const named = items.slice(0, MAX_NAMED);
  const rest = total - named.length;
  return (
    <Card className="flex items-start gap-3 px-4 py-3">
      <Scale aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <p className="min-w-0 wrap-anywhere text-ink-muted">
        {total === 1 ? "Review due: " : `${total.toLocaleString("en-US")} reviews due: `}
        {named.map(({ toolId, name, lookAgainOn }, index) => (
          <span key={toolId}>
            {index > 0 && ", "}
            <Link
              to={`/dashboard?dialog=verdict&tool=${encodeURIComponent(toolId)}`}
              className="font-medium text-accent-ink underline"
            >
              {name}
            </Link>{" "}
            ({briefDay(lookAgainOn)})
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
