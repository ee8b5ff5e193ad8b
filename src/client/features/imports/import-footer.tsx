import { Copy } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";

import type { ImportLine, ImportRun } from "./run/use-import-run.ts";
import { useCopyErrors } from "./use-copy-errors.ts";
import type { Import } from "./use-import.ts";

const rowsOf = (count: number) => (count === 1 ? "1 Row" : `${count.toLocaleString("en-US")} Rows`);

/** Rows that an import would add or change. */
const countImportable = (lines: readonly ImportLine[]): number =>
  lines.filter(({ outcome }) => outcome === "created" || outcome === "updated").length;

/** The buttons of each step; the primary one submits the dialog. */
export function ImportFooter({ work, onClose }: { work: Import; onClose: () => void }) {
  if (work.step === "source") {
    return (
      <>
        <DialogClose>Cancel</DialogClose>
        <Button
          variant="primary"
          type="submit"
          disabled={work.pasted.trim() === ""}
          isPending={work.isReading}
          pendingLabel="Reading..."
        >
          Continue
        </Button>
      </>
    );
  }
  if (work.step === "mapping") {
    return (
      <>
        <Button onClick={work.goBack}>Back</Button>
        <Button variant="primary" type="submit">
          Preview {rowsOf(work.source?.rows.length ?? 0)}
        </Button>
      </>
    );
  }
  if (work.step === "preview") return <PreviewButtons work={work} />;
  return work.run.status === "done" ? (
    <ReportButtons work={work} onClose={onClose} />
  ) : (
    <RunButtons run={work.run} />
  );
}

function PreviewButtons({ work }: { work: Import }) {
  const { status, lines, retry } = work.preview;
  const count = countImportable(lines);
  return (
    <>
      <Button onClick={work.goBack}>Back</Button>
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
          {count === 0 ? "Nothing to Import" : `Import ${rowsOf(count)}`}
        </Button>
      )}
    </>
  );
}

function RunButtons({ run }: { run: ImportRun }) {
  return (
    <>
      <Button onClick={run.stop}>Stop</Button>
      {run.halt && (
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

function ReportButtons({ work, onClose }: { work: Import; onClose: () => void }) {
  const faults = work.run.lines.filter(({ outcome }) => outcome === "wrong" || outcome === "missed");
  const copyErrors = useCopyErrors();
  return (
    <>
      {faults.length > 0 && (
        <Button className="mr-auto" icon={<Copy aria-hidden />} onClick={() => void copyErrors(faults)}>
          Copy Errors
        </Button>
      )}
      <Button onClick={work.startOver}>Another File</Button>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  );
}
