import { RefreshCw } from "lucide-react";

import { RingChip } from "#client/features/verdicts/ring-chip.tsx";
import { Button } from "#client/ui/button.tsx";
import { DialogNote } from "#client/ui/dialog/dialog-frame.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

interface OtherVerdictProps {
  other: Verdict;
  /** Accepts the other verdict. */
  onLeave: () => void;
  onReplace: () => void;
}

/** Note that another user has decided since the dialog opened. Shows their verdict and both options. */
export function OtherVerdict({ other, onLeave, onReplace }: OtherVerdictProps) {
  const { ring, reason, decidedBy } = other;
  return (
    <DialogNote>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-warning-soft px-5 py-2 text-warning-ink md:px-6">
        <RefreshCw aria-hidden className="size-4 shrink-0" />
        <span className="min-w-48 flex-1 py-1 wrap-anywhere">
          <bdi>{decidedBy ? personName(decidedBy) : "Someone else"}</bdi> decided in the meantime:{" "}
          <RingChip ring={ring} className="align-middle" /> “{reason}”
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={onLeave}>
            Use Their Verdict
          </Button>
          <Button size="small" onClick={onReplace}>
            Use My Verdict
          </Button>
        </span>
      </span>
    </DialogNote>
  );
}
