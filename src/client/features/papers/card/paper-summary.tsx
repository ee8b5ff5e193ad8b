import { Sparkles } from "lucide-react";

import { NamedSummary } from "#client/features/links/names/named-text.tsx";
import { Button } from "#client/ui/button.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import type { Paper } from "#shared/papers/papers.ts";

import { type ChangePaper, useSummarize } from "./use-paper-changes.ts";

interface PaperSummaryProps {
  text: string;
  source: string | null;
  isOpenAtFirst: boolean;
}

/** Shared summary of a paper. */
export function PaperSummary({ text, source, isOpenAtFirst }: PaperSummaryProps) {
  return (
    <Disclosure
      look="framed"
      isOpenAtFirst={isOpenAtFirst}
      title={
        <>
          <Sparkles aria-hidden className="size-4 text-accent-ink" />
          AI Summary
        </>
      }
    >
      <div className="wrap-anywhere text-ink-muted">
        <NamedSummary text={text} />
        {source !== null && <p className="mt-3 text-xs text-ink-faint">Source: {source}</p>}
      </div>
    </Disclosure>
  );
}

interface GenerateButtonProps {
  paper: Paper;
  onChange: ChangePaper;
  /** Called on request. The summary may reach the list before the button's own request ends. */
  onAsk: () => void;
}

/** Button that generates a missing summary. */
export function GenerateButton({ paper, onChange, onAsk }: GenerateButtonProps) {
  const { mutate, isPending } = useSummarize(paper, onChange);
  return (
    <Button
      size="small"
      icon={<Sparkles aria-hidden />}
      isPending={isPending}
      pendingLabel="Generating..."
      onClick={() => {
        onAsk();
        mutate({ id: paper.id });
      }}
    >
      Generate Summary
    </Button>
  );
}
