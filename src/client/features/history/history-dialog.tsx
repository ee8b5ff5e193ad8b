import { Link2, RotateCcw } from "lucide-react";
import { useState } from "react";

import { statusOf } from "#client/api/errors.ts";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { FooterButton } from "#client/ui/dialog/footer-button.tsx";
import { ErrorState } from "#client/ui/feedback/error-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { useCopyLink } from "#client/ui/text/use-copy-link.ts";
import { historyAddress } from "#shared/kernel/item-address.ts";

import { HistoryNote } from "./history-note.tsx";
import type { HistoryKind, ItemHistory, Version } from "./item-history.ts";
import { VersionComparison } from "./version-comparison.tsx";
import { VersionList } from "./version-list.tsx";

interface HistoryDialogProps {
  of: HistoryKind;
  id: string;
  /** How the item is called. */
  name: string;
  history: ItemHistory;
  /** The version that is shown; null for the present one. */
  version: number | null;
  onShow: (version: number | null) => void;
  onClose: () => void;
}

/** Every version of an item, what changed between any two, and the way back to one. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { of, id, name, history, version, onShow, onClose } = props;
  const { loaded, isError, isRestoring } = history;
  const copyLink = useCopyLink();
  const isGone = useIsDeleted();
  const known = knownVersions(history);
  const [newest] = known;
  const [comparedWith, setComparedWith] = useState<number | null>(null);
  const shown = shownVersion(history, known, version);
  const canRestore = shown !== undefined && shown !== newest;
  const others = known.filter((each) => each !== shown);
  const other =
    others.find(({ revision }) => revision === comparedWith) ??
    others.find(({ revision }) => revision < (shown?.revision ?? 0)) ??
    others[0];

  function show(revision: number | null) {
    setComparedWith(null);
    onShow(revision);
  }

  function handleRestore() {
    if (!shown || !newest) return;
    const { revision: baseRevision } = newest;
    history.restore(
      { revision: shown.revision, baseRevision },
      {
        // What was restored is the newest version now.
        onSuccess: () => show(null),
        onError(error) {
          if (statusOf(error) !== 409) return;
          // What somebody else has made of the version that was thought to be the newest.
          show(null);
          setComparedWith(baseRevision);
        },
      },
    );
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title="History"
      description={name}
      footer={
        <>
          <FooterButton
            label="Copy Link"
            icon={<Link2 aria-hidden />}
            onClick={() => void copyLink(historyAddress({ kind: of.kind, id }, version), "history")}
          />
          <span className="flex-1" />
          <DialogClose>Close</DialogClose>
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            disabled={!canRestore || isGone}
            isPending={isRestoring}
            pendingLabel="Restoring..."
            onClick={handleRestore}
          >
            {canRestore ? `Restore Version ${shown.revision}` : "Restore"}
          </Button>
        </>
      }
    >
      <HistoryNote history={history} newest={newest} />
      {isError && <ErrorState text="Couldn't load the history." onRetry={history.retry} />}
      {!isError && shown === undefined && <HistorySkeleton />}
      {!isError && loaded && shown && (
        <div className="grid grid-cols-1 gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
          <VersionList fields={of.fields} history={history} loaded={loaded} shown={shown} onShow={show} />
          <VersionComparison
            key={shown.revision}
            of={of}
            shown={shown}
            other={other}
            others={others}
            onCompare={setComparedWith}
          />
        </div>
      )}
    </Dialog>
  );
}

/** All that have been read, the newest one first, each once. */
function knownVersions({ loaded = [], farOff }: ItemHistory): readonly Version[] {
  const last = loaded.at(-1)?.revision ?? 0;
  return [...loaded, ...farOff.filter(({ revision }) => revision < last)];
}

/** The version that is asked for, the newest where there is no such one; undefined until that is known. */
function shownVersion(
  { isLoadingFarOff }: ItemHistory,
  known: readonly Version[],
  version: number | null,
): Version | undefined {
  const found = known.find(({ revision }) => revision === version);
  return found ?? (isLoadingFarOff ? undefined : known[0]);
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
