import { Scale } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";

import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { toolPageAddress } from "#shared/kernel/item-address.ts";
import type { OverdueVerdicts as OverdueVerdictList } from "#shared/verdicts/verdicts.ts";

import { briefDay } from "./verdict-words.ts";

const DecideDialog = lazyComponent(
  async () => (await import("#client/features/verdicts/decide/decide-dialog.tsx")).DecideDialog,
);

/** Maximum number of verdicts listed. */
const MAX_LISTED = 3;

/**
 * Verdicts with an overdue review, longest overdue first. Each has a button that opens the decision dialog. Hidden if
 * there are none.
 */
export function OverdueVerdicts({ items, total }: OverdueVerdictList) {
  const [deciding, setDeciding] = useState<OverdueVerdictList["items"][number] | null>(null);
  const listed = items.slice(0, MAX_LISTED);
  const rest = total - listed.length;
  return (
    <>
      {total > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label="Reviews due" className="divide-y divide-line">
            {listed.map((item) => (
              <li key={item.toolId} className="flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-4">
                <p className="min-w-0 flex-1 wrap-anywhere text-ink-muted">
                  Review due:{" "}
                  <Link to={toolPageAddress(item.toolId)} className="font-medium text-accent-ink underline">
                    {item.name}
                  </Link>{" "}
                  ({briefDay(item.lookAgainOn)})
                </p>
                <Button
                  size="small"
                  icon={<Scale aria-hidden />}
                  aria-label={`Decide on ${item.name}`}
                  onClick={() => setDeciding(item)}
                >
                  Decide
                </Button>
              </li>
            ))}
          </ul>
          {rest > 0 && (
            <p className="border-t border-line px-4 py-2.5">
              <Link to="/dashboard?view=landscape&blind=1" className="font-medium text-accent-ink underline">
                {rest.toLocaleString("en-US")} more
              </Link>
            </p>
          )}
        </Card>
      )}
      {deciding && (
        <DecideDialog tool={{ id: deciding.toolId, name: deciding.name }} onClose={() => setDeciding(null)} />
      )}
    </>
  );
}
