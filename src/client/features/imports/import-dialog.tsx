import { type FormEvent, useEffect, useRef } from "react";

import { Dialog } from "#client/ui/dialog.tsx";

import { ImportFooter } from "./import-footer.tsx";
import { ImportLines } from "./import-lines.tsx";
import { ImportMappingStep } from "./import-mapping-step.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportReport } from "./import-report.tsx";
import { ImportSameNames } from "./import-same-names.tsx";
import { ImportSteps } from "./import-steps.tsx";
import type { ImportTarget } from "./import-target.ts";
import { ImportSourceStep } from "./source/import-source-step.tsx";
import { type Import, useImport } from "./use-import.ts";

interface ImportDialogProps<Field extends string> {
  target: ImportTarget<Field>;
  onClose: () => void;
}

/** Takes things out of a file into the product, after a look at what that would do. */
export function ImportDialog<Field extends string>({ target, onClose }: ImportDialogProps<Field>) {
  const work = useImport(target);
  const { step, pasted, source, run } = work;
  const isImporting = step === "import" && run.status !== "done";

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (step === "source" && pasted.trim() !== "") work.takePasted();
    if (step === "mapping") work.showPreview();
    if (step === "preview") work.startImport();
  }

  return (
    <Dialog
      isOpen
      // What is on its way is not left alone: closing stops the import and shows what was done.
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
  const { step, source, preview, run } = work;
  const top = useRef<HTMLDivElement>(null);
  // Steps take each other's place: what is read and tabbed through next begins at the new one.
  useEffect(() => {
    if (step !== "source") top.current?.focus();
  }, [step]);

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
          <ImportLines lines={preview.lines} isPlan fieldsOfRow={work.fieldsOfRow} />
        </>
      )}
      {step === "import" && (
        <>
          <ImportProgress run={run} noun={work.noun} label="Importing" isPlan={false} />
          {run.status === "done" && <ImportReport noun={work.noun} lines={run.lines} />}
          <ImportLines lines={run.lines} isPlan={false} />
        </>
      )}
    </div>
  );
}
