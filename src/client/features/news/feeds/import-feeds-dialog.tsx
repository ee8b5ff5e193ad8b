import { CircleAlert, FileUp } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";

import { decodeText } from "#client/features/imports/source/import-source.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { ProgressBar } from "#client/ui/feedback/progress.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import { ScrollingRows } from "#client/ui/list/scrolling-rows.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { MAX_FEEDS, type ReportedFeed } from "#shared/news/feeds.ts";
import { readOpml, unreadableWords } from "#shared/news/opml.ts";

import { type FeedImport, useFeedImport } from "./use-feeds.ts";

const RESULT_LABELS = { added: "Added", known: "Already in the list", refused: "Refused" } as const;
const TONES = { added: "success", known: "neutral", refused: "danger" } as const;
/** Refused feeds come first, because the user may want to correct them. */
const RESULT_ORDER = ["refused", "added", "known"];

/** Result of each feed, refused feeds first. Only visible rows are rendered. */
function FeedReportList({ feeds }: { feeds: readonly ReportedFeed[] }) {
  const sorted = feeds.toSorted((a, b) => RESULT_ORDER.indexOf(a.outcome) - RESULT_ORDER.indexOf(b.outcome));
  return (
    <ScrollingRows
      label="Imported feeds"
      rows={sorted}
      rowHeight={56}
      className="max-h-80 border-line-strong"
      rowClassName="flex items-start gap-3 px-3 py-2"
    >
      {({ title, url, outcome, reason }) => (
        <>
          <span className="w-20 shrink-0">
            <Badge tone={TONES[outcome]}>{RESULT_LABELS[outcome]}</Badge>
          </span>
          <span className="min-w-0 flex-1 text-sm">
            <span className="block break-words text-ink">{title || url}</span>
            {title !== "" && <span className="block text-xs wrap-anywhere text-ink-muted">{url}</span>}
            {reason && <span className="block text-xs text-danger-ink">{reason}</span>}
          </span>
        </>
      )}
    </ScrollingRows>
  );
}

const formatCount = (count: number): string => count.toLocaleString("en-US");

/** Progress of a feed import, and the result of each feed. */
function FeedImportRun({ run: { status, list, report, unreadable, error } }: { run: FeedImport }) {
  const progress = `${formatCount(report.length)} of ${formatCount(list.length)} feeds`;
  return (
    <div className="space-y-4">
      {status === "done" ? (
        <output className="block text-base font-medium text-ink">{formatSummary(report, list.length)}</output>
      ) : (
        <ProgressBar
          label={status === "halted" ? "Import stopped" : "Importing feeds"}
          value={report.length}
          max={list.length}
          valueText={progress}
        />
      )}
      {unreadable !== "" && <p className="text-sm break-words text-warning-ink">{unreadable}</p>}
      {status === "halted" && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {error} {formatCount(report.length)} feeds were processed before that; trying again won't add any
            twice.
          </span>
        </p>
      )}
      {report.length > 0 && <FeedReportList feeds={report} />}
    </div>
  );
}

/** "512 feeds added, 180 were there already, 8 were refused." */
function formatSummary(report: FeedImport["report"], all: number): string {
  const count = (wanted: (typeof report)[number]["outcome"]) =>
    report.filter(({ outcome }) => outcome === wanted).length;
  const [added, known, refused] = [count("added"), count("known"), count("refused")];
  const parts = [
    added === 1 ? "1 feed added" : `${formatCount(added)} feeds added`,
    known > 0 && `${formatCount(known)} already in the list`,
    refused > 0 && `${formatCount(refused)} refused`,
    report.length < all && `${formatCount(all - report.length)} not sent`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** Dialog that imports feeds from an OPML file of any length, chosen or pasted. */
export function ImportFeedsDialog({ onClose }: { onClose: () => void }) {
  const run = useFeedImport();
  const picker = useRef<HTMLInputElement>(null);
  const [opml, setOpml] = useState("");
  const [error, setError] = useState<string>();
  const isChoosing = run.status === "idle";

  function showText(text: string) {
    setOpml(text);
    setError(undefined);
  }

  async function readFile(file: File) {
    try {
      showText((await decodeText(new Uint8Array(await file.arrayBuffer()))).text);
    } catch {
      setError("Couldn't read this file");
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isChoosing) return;
    const list = readOpml(opml);
    if (opml.trim() === "") setError("This file is empty");
    else if (list === null) setError("This isn't an OPML file");
    else if (list.feeds.length === 0)
      setError(list.unreadable.length > 0 ? unreadableWords(list.unreadable) : "This file contains no feeds");
    else run.start(list);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import Feeds"
      description={`Add the feeds from an OPML file, up to ${MAX_FEEDS.toLocaleString("en-US")} in total. Feeds already in the list stay as they are.`}
      isDirty={run.status === "done" ? false : opml !== ""}
      onSubmit={handleSubmit}
      footer={<ImportButtons run={run} onClose={onClose} />}
    >
      {isChoosing ? (
        <>
          <Button icon={<FileUp aria-hidden />} onClick={() => picker.current?.click()}>
            Choose File
          </Button>
          <Field label="Or paste its content" error={error} className="mt-4">
            <TextArea
              rows={8}
              value={opml}
              placeholder={'<opml version="2.0">…</opml>'}
              spellCheck={false}
              className="font-mono"
              onChange={(event) => showText(event.target.value)}
            />
          </Field>
          <input
            ref={picker}
            type="file"
            accept=".opml,.xml,text/x-opml,text/xml,application/xml"
            hidden
            aria-label="OPML file"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void readFile(file);
              // Allows choosing the same file again after the user has corrected it.
              event.target.value = "";
            }}
          />
        </>
      ) : (
        <FeedImportRun run={run} />
      )}
    </Dialog>
  );
}

function ImportButtons({ run: { status, stop, retry }, onClose }: { run: FeedImport; onClose: () => void }) {
  if (status === "running") return <Button onClick={stop}>Stop</Button>;
  if (status === "done") {
    return (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  }
  return (
    <>
      <DialogClose>{status === "halted" ? "Close" : "Cancel"}</DialogClose>
      {status === "halted" ? (
        <Button variant="primary" onClick={retry}>
          Try Again
        </Button>
      ) : (
        <Button type="submit" variant="primary">
          Import
        </Button>
      )}
    </>
  );
}
