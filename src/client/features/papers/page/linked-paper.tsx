import { ArrowLeft } from "lucide-react";

import { PaperCard } from "#client/features/papers/card/paper-card.tsx";
import type { ChangePaper, SetPaperFlags } from "#client/features/papers/card/use-paper-changes.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";

import { useLinkedPaper } from "./use-papers.ts";

interface LinkedPaperProps {
  id: string;
  onLeave: () => void;
  onMark: SetPaperFlags;
  onChange: ChangePaper;
}

/** Single paper that a link opens. */
export function LinkedPaper({ id, onLeave, onMark, onChange }: LinkedPaperProps) {
  const { paper, isError, retry } = useLinkedPaper(id);
  return (
    <>
      <div>
        <Button icon={<ArrowLeft aria-hidden />} onClick={onLeave}>
          Show All Papers
        </Button>
      </div>
      {isError && (
        <ErrorState
          title="Paper Not Found"
          text="It couldn't be loaded. It may have been removed since this link was created."
          onRetry={retry}
        />
      )}
      {!isError && !paper && (
        <div data-skeleton>
          <Skeleton className="h-80 rounded-card" />
        </div>
      )}
      {paper && (
        <div className="max-w-3xl">
          <PaperCard paper={paper} isAlone onMark={onMark} onChange={onChange} />
        </div>
      )}
    </>
  );
}
