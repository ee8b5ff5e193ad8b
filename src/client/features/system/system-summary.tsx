import { ChevronRight } from "lucide-react";
import { Link } from "react-router-dom";

import { classNames } from "#client/ui/class-names.ts";

import { attentionInWords } from "./system-words.ts";
import { useAttention } from "./use-system.ts";

/** Link to the System page, with the number of warnings. */
export function SystemSummary() {
  const attention = useAttention();
  const isUrgent = attention?.some(({ urgency }) => urgency === "urgent") ?? false;
  return (
    <h4>
      <Link
        to="/system"
        className="flex min-h-control items-center gap-2 rounded-control border border-line bg-canvas px-3 py-1.5 font-medium text-ink hover:bg-sunken"
      >
        System
        <span
          className={classNames(
            "ml-auto text-right text-xs font-normal",
            isUrgent ? "text-danger-ink" : "text-ink-muted",
          )}
        >
          {attention && attentionInWords(attention)}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Link>
    </h4>
  );
}
