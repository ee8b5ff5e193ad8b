import { Link2, RotateCcw } from "lucide-react";
import { useState } from "react";

import { statusOf } from "#client/api/errors.ts";
import { ChangeNote, ItemNote } from "#client/features/live/item-note.tsx";
import { useIsDeleted, useOpenItemState } from "#client/features/live/open-item.tsx";
import { dateTime } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose, FooterButton } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TextFrame } from "#client/ui/form/text-frame.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Field as FieldRow } from "#shared/fields/field.ts";
import { FIELDS_OF_KINDS } from "#shared/fields/fields-of-kinds.ts";
import { historyAddress, type LibraryKind } from "#shared/kernel/item-address.ts";

import { FieldChange, TextChange } from "./field-change.tsx";
import { type ItemHistory, useItemHistory, type Version } from "./use-item-history.ts";
import { VersionList, changedFields } from "./version-list.tsx";

/** Fields that are always shown, in their own frame. */
const MAIN_FIELDS: Partial<Record<LibraryKind, string>> = { prompt: "prompt" };

interface ItemHistoryDialogProps {
  kind: LibraryKind;
  id: string;
  /** Name of the item. */
  name: string;
  /** Number of the version in the URL; null for the current one. */
  version: number | null;
  onShow: (version: number | null) => void;
  onClose: () => void;
}

/** Loads the versions of an item and shows them in the dialog. */
export function ItemHistoryDialog(props: ItemHistoryDialogProps) {
  const history = useItemHistory(props.kind, props.id, props.version);
  return <HistoryDialog history={history} {...props} />;
}

interface HistoryDialogProps extends ItemHistoryDialogProps {
  history: ItemHistory;
}

/** Dialog with all versions of an item and their differences. Old versions can be restored. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { kind, id, name, history, version, onShow, onClose } = props;
  const { loaded, isError, isRestoring } = history;
  const copyLink = useCopyLink();
  const isDeleted = useIsDeleted();
  const versions = loadedVersions(history);
  const [newest] = versions;
  const [comparedWith, setComparedWith] = useState<number | null>(null);
  const shown = shownVersion(history, versions, version);
  const canRestore = shown !== undefined && shown !== newest;
  const others = versions.filter((each) => each !== shown);
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
        // The restored version is now the newest.
        onSuccess: () => show(null),
        onError(error) {
          if (statusOf(error) !== 409) return;
          // Show the newer version that another user has saved.
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
            onClick={() => void copyLink(historyAddress({ kind, id }, version), "history")}
          />
          <span className="flex-1" />
          <DialogClose>Close</DialogClose>
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            disabled={!canRestore || isDeleted}
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
          <VersionList
            fields={FIELDS_OF_KINDS[kind]}
            history={history}
            loaded={loaded}
            shown={shown}
            onShow={show}
          />
          <VersionComparison
            key={shown.revision}
            kind={kind}
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

/** Returns all loaded versions, newest first, without duplicates. */
function loadedVersions({ loaded = [], linkedVersions }: ItemHistory): readonly Version[] {
  const last = loaded.at(-1)?.revision ?? 0;
  return [...loaded, ...linkedVersions.filter(({ revision }) => revision < last)];
}

/** Returns the requested version, or the newest if the requested one doesn't exist. Undefined while loading. */
function shownVersion(
  { isLoadingLinked }: ItemHistory,
  known: readonly Version[],
  version: number | null,
): Version | undefined {
  const found = known.find(({ revision }) => revision === version);
  return found ?? (isLoadingLinked ? undefined : known[0]);
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

interface HistoryNoteProps {
  history: ItemHistory;
  /** Newest loaded version. */
  newest: Version | undefined;
}

/** Note that another user has saved a version since the history was loaded, or has deleted the item. */
function HistoryNote({ history, newest }: HistoryNoteProps) {
  const state = useOpenItemState();
  if (!state?.latest) return <ItemNote />;
  const { change, latest, accept } = state;
  const isBusy = history.isRestoring || history.isReloading;
  if (!newest || isBusy || latest.revision <= newest.revision) return null;

  function handleShow() {
    accept();
    history.reload();
  }
  return <ChangeNote change={change} onShow={handleShow} />;
}

interface VersionComparisonProps {
  kind: LibraryKind;
  shown: Version;
  /** Version to compare with; undefined if there is no other. */
  other: Version | undefined;
  others: readonly Version[];
  onCompare: (revision: number) => void;
}

/** Comparison of two versions, with additions, removals and unchanged text. */
function VersionComparison({ kind, shown, other, others, onCompare }: VersionComparisonProps) {
  const fields = FIELDS_OF_KINDS[kind];
  const [older, newer] = other && other.revision > shown.revision ? [shown, other] : [other ?? shown, shown];
  const differing = new Set(changedFields(fields, older, newer));
  const all = Object.entries(fields).map(([name, field]) => ({ name, field }));
  const main = all.find(({ name }) => name === MAIN_FIELDS[kind]);
  const rest = all.filter((row) => row !== main);
  const changed = rest.filter(({ name }) => differing.has(name));
  const unchanged = rest.filter(
    ({ name, field }) => !differing.has(name) && field.toText(newer[name]) !== "",
  );

  return (
    <div className="min-w-0 space-y-4">
      <p className="text-xs break-words text-ink-muted">
        Version {shown.revision} was saved by <bdi>{personName(shown.savedBy)}</bdi> on{" "}
        <time dateTime={shown.savedAt}>{dateTime(shown.savedAt)}</time>.
      </p>
      {other ? (
        <Field label={`Version ${shown.revision} compared with`}>
          <Select
            value={other.revision}
            options={others.map(({ revision }) => ({
              value: String(revision),
              label: `Version ${revision}`,
            }))}
            onChange={(event) => onCompare(Number(event.target.value))}
          />
        </Field>
      ) : (
        <p className="text-ink-muted">
          {shown.revision === 1
            ? `This ${kind} hasn't changed since it was added.`
            : "Earlier versions weren't stored."}
        </p>
      )}
      {main && (
        <TextFrame label={main.field.label}>
          <TextChange {...main} older={older} newer={newer} />
        </TextFrame>
      )}
      {other && differing.size === 0 && <p className="text-ink-muted">Both versions are the same.</p>}
      {changed.length > 0 && <Rows rows={changed} older={older} newer={newer} />}
      {unchanged.length > 0 &&
        (other ? (
          <Disclosure title={`Unchanged (${unchanged.length})`}>
            <Rows rows={unchanged} older={older} newer={newer} />
          </Disclosure>
        ) : (
          <Rows rows={unchanged} older={older} newer={newer} />
        ))}
    </div>
  );
}

interface RowsProps {
  rows: readonly { name: string; field: FieldRow }[];
  older: Version;
  newer: Version;
}

function Rows({ rows, older, newer }: RowsProps) {
  return (
    <dl className="space-y-3">
      {rows.map((row) => (
        <FieldChange key={row.name} {...row} older={older} newer={newer} />
      ))}
    </dl>
  );
}
