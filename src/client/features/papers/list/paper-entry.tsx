import { Undo2 } from "lucide-react";
import { memo, useLayoutEffect, useRef } from "react";

import { PaperCard } from "#client/features/papers/card/paper-card.tsx";
import type { ChangePaper, SetPaperFlags } from "#client/features/papers/card/use-paper-changes.ts";
import type { Show } from "#client/features/papers/page/papers-view-url.ts";
import { TexText } from "#client/format/tex-text.tsx";
import { Button } from "#client/ui/button.tsx";
import type { Paper } from "#shared/papers/papers.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

// Two cards side by side have equal height, unless something is open in one of them. The other then retains its own
// height.
const NEXT_TO_OPEN =
  "lg:[&:nth-child(odd):has([data-open])+article]:self-start lg:[&:nth-child(odd):has(+article_[data-open])]:self-start";

interface PaperEntryProps {
  paper: Paper;
  /** Position among all matching papers, not only the loaded ones. */
  position: number;
  /** Total number of matching papers; null if unknown. */
  matching: number | null;
  show: Show;
  onMark: SetPaperFlags;
  onChange: ChangePaper;
}

/** Paper in the list. A paper that was just hidden or unhidden is replaced by an undo button. */
export const PaperEntry = memo(function PaperEntry(props: PaperEntryProps) {
  const { paper, position, matching, show, onMark, onChange } = props;
  const isGone = show !== "starred" && paper.isHidden !== (show === "hidden");
  const entry = useRef<HTMLElement>(null);
  const wasGone = useRef(isGone);
  // The used control was removed with the card, so focus its replacement.
  useLayoutEffect(() => {
    if (wasGone.current !== isGone) entry.current?.querySelector<HTMLElement>("a, button")?.focus();
    wasGone.current = isGone;
  }, [isGone]);

  return (
    <article
      ref={entry}
      aria-label={plainTex(paper.title)}
      aria-posinset={position}
      aria-setsize={matching ?? -1}
      className={`min-w-0 ${NEXT_TO_OPEN}`}
    >
      {isGone ? (
        <div className="flex h-full flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-strong p-6 text-center">
          <p className="line-clamp-2 text-ink-muted">
            {paper.isHidden ? "Hidden: " : "Shown again: "}
            <TexText text={paper.title} />
          </p>
          <Button
            size="small"
            icon={<Undo2 aria-hidden />}
            onClick={() => onMark(paper, { isHidden: !paper.isHidden })}
          >
            Undo
          </Button>
        </div>
      ) : (
        <PaperCard paper={paper} onMark={onMark} onChange={onChange} />
      )}
    </article>
  );
});
