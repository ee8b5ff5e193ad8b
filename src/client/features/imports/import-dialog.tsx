import { Check, Copy } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";

import { saveFile } from "#client/features/exports/use-export.ts";
import { ImportLines } from "#client/features/imports/lines/import-lines.tsx";
import { ImportSameNames } from "#client/features/imports/lines/import-same-names.tsx";
import { ImportMappingStep } from "#client/features/imports/mapping/import-mapping-step.tsx";
import { ImportProgress, ImportReport } from "#client/features/imports/run/import-progress.tsx";
import type { ImportLine, ImportRun } from "#client/features/imports/run/use-import-run.ts";
import { ImportSourceStep } from "#client/features/imports/source/import-source-step.tsx";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";

import type { ImportTarget } from "./import-target.ts";
import { type ImportFlow, type ImportStep, useImport } from "./use-import.ts";

interface ImportDialogProps<Field extends string> {
  target: ImportTarget<Field>;
  onClose: () => void;
}

/** Dialog that previews and then imports items from a file. */
export function ImportDialog<Field extends string>({ target, onClose }: ImportDialogProps<Field>) {
  const flow = useImport(target);
  const { step, run } = flow;
  const { pasted, source } = flow.reading;
  const isImporting = step === "import" && run.status !== "done";

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (step === "source" && pasted.trim() !== "") flow.reading.readPastedText();
    if (step === "mapping") flow.showPreview();
    if (step === "preview") flow.startImport();
  }

  return (
    <Dialog
      isOpen
      // Closing the dialog during an import stops the import and shows the results.
      onClose={isImporting ? run.stop : onClose}
      title={target.title}
      description={
        source && step !== "source" ? source.name : `Add ${flow.noun}s from a file or a spreadsheet.`
      }
      size="large"
      isDirty={step === "source" ? pasted.trim() !== "" : step !== "import"}
      isBusy={isImporting}
      onSubmit={handleSubmit}
      footer={<ImportFooter flow={flow} onClose={onClose} />}
    >
      <ImportSteps step={step} />
      <StepContent key={step} flow={flow} />
    </Dialog>
  );
}

function StepContent({ flow }: { flow: ImportFlow }) {
  const { step, preview, run, undo } = flow;
  const { source } = flow.reading;
  const isUndone = undo.undone !== null;
  const top = useRef<HTMLDivElement>(null);
  // Each step replaces the previous one, and the result of an undo replaces the report. Focus and reading order then
  // start at the new content.
  useEffect(() => {
    if (step !== "source" || isUndone) top.current?.focus();
  }, [step, isUndone]);

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      {step === "source" && <ImportSourceStep flow={flow} />}
      {step === "mapping" && source && <ImportMappingStep flow={flow} source={source} />}
      {step === "preview" && (
        <>
          <ImportProgress
            run={preview}
            noun={flow.noun}
            label="Checking rows. Nothing is saved yet."
            isPlan
          />
          <ImportSameNames noun={flow.noun} sameNames={preview.sameNames} onMerge={flow.merge} />
          <ImportLines lines={preview.lines} isPlan sampleRow={flow.sampleRow} />
        </>
      )}
      {step === "import" && (
        <>
          <ImportProgress run={run} noun={flow.noun} label="Importing" isPlan={false} />
          {run.status === "done" && <ImportReport noun={flow.noun} lines={run.lines} undo={undo} />}
          {!isUndone && <ImportLines lines={run.lines} isPlan={false} />}
        </>
      )}
    </div>
  );
}

const STEPS: readonly { name: ImportStep; label: string }[] = [
  { name: "source", label: "File" },
  { name: "mapping", label: "Columns" },
  { name: "preview", label: "Preview" },
  { name: "import", label: "Import" },
];

/** List of all steps that highlights the current one. */
function ImportSteps({ step }: { step: ImportStep }) {
  const currentIndex = STEPS.findIndex(({ name }) => name === step);
  return (
    <ol className="mb-5 flex items-center gap-2 text-xs font-medium">
      {STEPS.map(({ name, label }, index) => (
        <li
          key={name}
          aria-current={index === currentIndex ? "step" : undefined}
          className={classNames(
            "flex items-center gap-2 not-last:flex-1 not-last:after:h-px not-last:after:flex-1 not-last:after:bg-line",
            index <= currentIndex ? "text-ink" : "text-ink-faint",
          )}
        >
          <span
            className={classNames(
              "flex size-5 shrink-0 items-center justify-center rounded-full",
              index === currentIndex && "bg-accent text-on-accent",
              index < currentIndex && "bg-accent-soft text-accent-ink",
              index > currentIndex && "bg-sunken",
            )}
          >
            {index < currentIndex ? <Check aria-label="done" className="size-3" /> : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  );
}

const formatRows = (count: number) => (count === 1 ? "1 Row" : `${count.toLocaleString("en-US")} Rows`);

/** Returns the number of rows that an import would add or change. */
const countImportable = (lines: readonly ImportLine[]): number =>
  lines.filter(({ outcome }) => outcome === "created" || outcome === "updated").length;

/** Buttons of the current step. The primary button submits the dialog. */
function ImportFooter({ flow, onClose }: { flow: ImportFlow; onClose: () => void }) {
  if (flow.step === "source") {
    return (
      <>
        <DialogClose>Cancel</DialogClose>
        <Button
          variant="primary"
          type="submit"
          disabled={flow.reading.pasted.trim() === ""}
          isPending={flow.reading.isReading}
          pendingLabel="Reading..."
        >
          Continue
        </Button>
      </>
    );
  }
  if (flow.step === "mapping") {
    return (
      <>
        <Button onClick={flow.goBack}>Back</Button>
        <Button variant="primary" type="submit">
          Preview {formatRows(flow.reading.source?.rows.length ?? 0)}
        </Button>
      </>
    );
  }
  if (flow.step === "preview") return <PreviewButtons flow={flow} />;
  return flow.run.status === "done" ? (
    <ReportButtons flow={flow} onClose={onClose} />
  ) : (
    <RunButtons run={flow.run} />
  );
}

function PreviewButtons({ flow }: { flow: ImportFlow }) {
  const { status, lines, retry } = flow.preview;
  const count = countImportable(lines);
  return (
    <>
      <Button onClick={flow.goBack}>Back</Button>
      {status === "halted" ? (
        <Button variant="primary" onClick={retry}>
          Try Again
        </Button>
      ) : (
        <Button
          variant="primary"
          type="submit"
          disabled={status === "done" && count === 0}
          isPending={status === "running"}
          pendingLabel="Checking..."
        >
          {count === 0 ? "Nothing to Import" : `Import ${formatRows(count)}`}
        </Button>
      )}
    </>
  );
}

function RunButtons({ run }: { run: ImportRun }) {
  return (
    <>
      <Button onClick={run.stop}>Stop</Button>
      {run.failedBatch && (
        <>
          <Button onClick={run.skip}>Skip These Rows</Button>
          <Button variant="primary" onClick={run.retry}>
            Try Again
          </Button>
        </>
      )}
    </>
  );
}

function ReportButtons({ flow, onClose }: { flow: ImportFlow; onClose: () => void }) {
  const failed = flow.run.lines.filter(({ outcome }) => outcome === "wrong" || outcome === "missed");
  const copyErrors = useCopyErrors();
  return (
    <>
      {failed.length > 0 && (
        <Button className="mr-auto" icon={<Copy aria-hidden />} onClick={() => void copyErrors(failed)}>
          Copy Errors
        </Button>
      )}
      <Button onClick={flow.startOver}>Another File</Button>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  );
}

/**
 * Returns a function that copies failed rows to the clipboard as a table. Saves them to a file if the clipboard is
 * blocked.
 */
function useCopyErrors() {
  const toast = useToast();
  return async (lines: readonly ImportLine[]) => {
    const content = [
      "Row\tName\tReason",
      ...lines.map(({ row, name, message }) => `${row}\t${name ?? ""}\t${message ?? ""}`),
    ].join("\n");
    if (await copyText(content)) {
      toast.success("Errors copied");
      return;
    }
    saveFile({ fileName: "import-errors.txt", mediaType: "text/plain", encoding: "utf8", content });
    toast.info("Errors saved", "The clipboard isn't available, so they were saved to import-errors.txt.");
  };
}
