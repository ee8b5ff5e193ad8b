import { Check } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { Dialog } from "#client/ui/dialog/dialog.tsx";

import { ImportFooter } from "./import-footer.tsx";
import type { ImportTarget } from "./import-target.ts";
import { ImportLines } from "./lines/import-lines.tsx";
import { ImportSameNames } from "./lines/import-same-names.tsx";
import { ImportMappingStep } from "./mapping/import-mapping-step.tsx";
import { ImportProgress } from "./run/import-progress.tsx";
import { ImportReport } from "./run/import-report.tsx";
import { ImportSourceStep } from "./source/import-source-step.tsx";
import { type Import, type ImportStep, useImport } from "./use-import.ts";

interface ImportDialogProps<Field extends string> {
  target: ImportTarget<Field>;
  onClose: () => void;
}

/** Dialog that previews and then imports items from a file. */
export function ImportDialog<Field extends string>({ target, onClose }: ImportDialogProps<Field>) {
  const work = useImport(target);
  const { step, run } = work;
  const { pasted, source } = work.reading;
  const isImporting = step === "import" && run.status !== "done";

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (step === "source" && pasted.trim() !== "") work.reading.takePasted();
    if (step === "mapping") work.showPreview();
    if (step === "preview") work.startImport();
  }

  return (
    <Dialog
      isOpen
      // Closing during an import stops it and shows the results.
      onClose={isImporting ? run.stop : onClose}
      title={target.title}
      description={
        source && step !== "source" ? source.name : `Add ${work.noun}s from a file or a spreadsheet.`
      }
      size="large"
      isDirty={step === "source" ? pasted.trim() !== "" : step !== "import"}
      isBusy={isImporting}
      onSubmit={handleSubmit}
      footer={<ImportFooter work={work} onClose={onClose} />}
    >
      <ImportSteps step={step} />
      <StepContent key={step} work={work} />
    </Dialog>
  );
}

function StepContent({ work }: { work: Import }) {
  const { step, preview, run, undo } = work;
  const { source } = work.reading;
  const isUndone = undo.undone !== null;
  const top = useRef<HTMLDivElement>(null);
  // Each step replaces the previous one, as does the result of an undone import. So focus and reading order start at
  // the new content.
  useEffect(() => {
    if (step !== "source" || isUndone) top.current?.focus();
  }, [step, isUndone]);

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      {step === "source" && <ImportSourceStep work={work} />}
      {step === "mapping" && source && <ImportMappingStep work={work} source={source} />}
      {step === "preview" && (
        <>
          <ImportProgress
            run={preview}
            noun={work.noun}
            label="Checking rows. Nothing is saved yet."
            isPlan
          />
          <ImportSameNames noun={work.noun} sameNames={preview.sameNames} onMerge={work.merge} />
          <ImportLines lines={preview.lines} isPlan sampleRow={work.sampleRow} />
        </>
      )}
      {step === "import" && (
        <>
          <ImportProgress run={run} noun={work.noun} label="Importing" isPlan={false} />
          {run.status === "done" && <ImportReport noun={work.noun} lines={run.lines} undo={undo} />}
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

/** Indicator of the current step. */
function ImportSteps({ step }: { step: ImportStep }) {
  const at = STEPS.findIndex(({ name }) => name === step);
  return (
    <ol className="mb-5 flex items-center gap-2 text-xs font-medium">
      {STEPS.map(({ name, label }, index) => (
        <li
          key={name}
          aria-current={index === at ? "step" : undefined}
          className={classNames(
            "flex items-center gap-2 not-last:flex-1 not-last:after:h-px not-last:after:flex-1 not-last:after:bg-line",
            index <= at ? "text-ink" : "text-ink-faint",
          )}
        >
          <span
            className={classNames(
              "flex size-5 shrink-0 items-center justify-center rounded-full",
              index === at && "bg-accent text-on-accent",
              index < at && "bg-accent-soft text-accent-ink",
              index > at && "bg-sunken",
            )}
          >
            {index < at ? <Check aria-label="done" className="size-3" /> : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  );
}
