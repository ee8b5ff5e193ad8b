import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Link } from "react-router-dom";

import { labelsOf } from "#client/slices.ts";
import { itemAddress, itemOfRef } from "#shared/kernel/item-address.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

/** Evidence for and against a verdict, with links. */
export function EvidenceList({ evidence }: Pick<Verdict, "evidence">) {
  if (evidence.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-1">
      {evidence.map(({ ref, stance, title }) => {
        const key = itemOfRef(ref);
        const Stance = stance === "for" ? ThumbsUp : ThumbsDown;
        return (
          <li key={ref} className="flex min-w-0 items-center gap-1.5 text-xs text-ink-muted">
            <Stance aria-hidden className="size-3.5 shrink-0" />
            <span className="shrink-0">{stance === "for" ? "For:" : "Against:"}</span>
            {title === null ? (
              <span className="text-ink-faint">{labelsOf(key.kind).one} that was deleted</span>
            ) : (
              <Link to={itemAddress(key)} className="min-w-0 truncate text-accent-ink hover:underline">
                {title}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
