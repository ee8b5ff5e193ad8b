import { ChevronRight, Sparkles } from "lucide-react";
import { useId } from "react";

import { Summary } from "#client/format/summary.tsx";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import type { Paper } from "#shared/papers.ts";

import { type ChangePaper, useSummarize } from "./use-paper-changes.ts";

interface PaperSummaryProps {
  text: string;
  source: string | null;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The summary of a paper that all share. */
export function PaperSummary({ text, source, isOpen, onToggle }: PaperSummaryProps) {
  const id = useId();
  return (
    <div data-open={isOpen || undefined} className="rounded-control border border-line bg-canvas">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
          className="flex h-control w-full items-center gap-2 rounded-control px-3 font-medium text-ink hover:bg-sunken"
        >
          <Sparkles aria-hidden className="size-4 text-accent-ink" />
          AI Summary
          <ChevronRight
            aria-hidden
            className={classNames(
              "ml-auto size-4 text-ink-faint transition-transform",
              isOpen && "rotate-90",
            )}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="px-3 pt-1 pb-3 wrap-anywhere text-ink-muted">
        {isOpen && (
          <>
            <Summary text={text} />
            {source !== null && <p className="mt-3 text-xs text-ink-faint">Source: {source}</p>}
          </>
        )}
      </div>
    </div>
  );
}

interface GenerateButtonProps {
  paper: Paper;
  onChange: ChangePaper;
  onDone: () => void;
}

/** The way to a summary where there is none yet. */
export function GenerateButton({ paper, onChange, onDone }: GenerateButtonProps) {
  const { mutate, isPending } = useSummarize(paper, onChange, onDone);
  return (
    <Button
      size="small"
      icon={<Sparkles aria-hidden />}
      isPending={isPending}
      pendingLabel="Generating..."
      onClick={() => mutate({ id: paper.id })}
    >
      Generate Summary
    </Button>
  );
}
