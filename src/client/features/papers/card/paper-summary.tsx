import { Sparkles } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";

import { NamedSummary } from "#client/features/links/names/named-text.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import { type ChangePaper, useSummarize } from "#client/features/papers/use-papers.ts";
import { Button } from "#client/ui/button.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { useItemShortcut } from "#client/ui/menu/shortcuts.tsx";
import type { Paper } from "#shared/papers/papers.ts";

/** Key that shows the summary of a paper, or generates it if missing. */
const SUMMARY_KEY = "a";

interface PaperSummaryProps {
  paperId: string;
  text: string;
  source: string | null;
  isOpenAtFirst: boolean;
  /** True if this user requested it. It then takes the focus from the removed button. */
  isRequested: boolean;
}

/** Shared summary of a paper. */
export function PaperSummary({ paperId, text, source, isOpenAtFirst, isRequested }: PaperSummaryProps) {
  // The disclosure manages its own state. A new key replaces it with an open one.
  const [openings, setOpenings] = useState(0);
  useItemShortcut(SUMMARY_KEY, refOf({ kind: "paper", id: paperId }), () => setOpenings(openings + 1));
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isRequested && document.activeElement === document.body)
      frame.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isRequested]);
  return (
    <div ref={frame}>
      <Disclosure
        key={openings}
        variant="framed"
        isOpenAtFirst={isOpenAtFirst || openings > 0}
        keys={SUMMARY_KEY}
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
    </div>
  );
}

interface GenerateButtonProps {
  paper: Paper;
  onChange: ChangePaper;
  /** Called when the user requests a summary, because it may reach the list before the button's own request ends. */
  onAsk: () => void;
}

/** Button that generates a summary. */
export function GenerateButton({ paper, onChange, onAsk }: GenerateButtonProps) {
  const { mutate, isPending } = useSummarize(paper, onChange);
  function generate() {
    onAsk();
    mutate({ id: paper.id });
  }
  useItemShortcut(SUMMARY_KEY, refOf({ kind: "paper", id: paper.id }), () => {
    if (!isPending) generate();
  });
  return (
    <Button
      size="small"
      icon={<Sparkles aria-hidden />}
      isPending={isPending}
      pendingLabel="Generating..."
      aria-keyshortcuts={SUMMARY_KEY}
      onClick={generate}
    >
      Generate Summary
    </Button>
  );
}
