import { RotateCcw } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { ErrorState } from "#client/ui/error-state.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import type { Prompt } from "#shared/prompts.ts";

import { usePromptVersions, useRestoreVersion } from "./use-prompt-versions.ts";
import { VersionComparison } from "./version-comparison.tsx";
import { VersionList } from "./version-list.tsx";

interface PromptHistoryDialogProps {
  prompt: Prompt;
  onClose: () => void;
}

/** Every version of a prompt, what changed between any two, and the way back to one. */
export function PromptHistoryDialog({ prompt, onClose }: PromptHistoryDialogProps) {
  const { versions, isError, retry } = usePromptVersions(prompt.id);
  const restore = useRestoreVersion(prompt);
  const [chosen, setChosen] = useState<number | null>(null);
  const [newest] = versions ?? [];
  const shown = versions?.find(({ revision }) => revision === chosen) ?? newest;
  const isNewest = shown === newest;

  function handleRestore() {
    if (shown) restore.run(shown.revision);
    // What was restored is the newest version then.
    setChosen(null);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title="History"
      description={prompt.name}
      footer={
        <>
          <DialogClose>Close</DialogClose>
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            disabled={shown === undefined || isNewest}
            isPending={restore.isPending}
            pendingLabel="Restoring..."
            onClick={handleRestore}
          >
            {shown === undefined || isNewest ? "Restore" : `Restore Version ${shown.revision}`}
          </Button>
        </>
      }
    >
      {isError && versions === undefined && <ErrorState text="Couldn't load the history." onRetry={retry} />}
      {!isError && versions === undefined && <HistorySkeleton />}
      {versions && shown && (
        <div className="grid grid-cols-1 gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
          <VersionList versions={versions} shown={shown} onShow={setChosen} />
          <VersionComparison key={shown.revision} versions={versions} shown={shown} />
        </div>
      )}
    </Dialog>
  );
}

function HistorySkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
      <output className="sr-only">Loading the history</output>
      <Skeleton className="h-32" />
      <Skeleton className="h-64" />
    </div>
  );
}
