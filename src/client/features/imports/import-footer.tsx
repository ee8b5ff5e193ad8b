import { Copy } from "lucide-react";

import { saveFile } from "#client/features/exports/use-export.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-buttons.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";

import type { ImportLine, ImportRun } from "./run/use-import-run.ts";
import type { Import } from "./use-import.ts";

const formatRows = (count: number) => (count === 1 ? "1 Row" : `${count.toLocaleString("en-US")} Rows`);

/** Counts the rows that an import would add or change. */
const countImportable = (lines: readonly ImportLine[]): number =>
  lines.filter(({ outcome }) => outcome === "created" || outcome === "updated").length;

/** Buttons of the current step. The primary one submits the dialog. */
export function ImportFooter({ work, onClose }: { work: Import; onClose: () => void }) {
  if (work.step === "source") {
    return (
      <>
        <DialogClose>Cancel</DialogClose>
        <Button
          variant="primary"
          type="submit"
          disabled={work.reading.pasted.trim() === ""}
          isPending={work.reading.isReading}
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
          Preview {formatRows(work.reading.source?.rows.length ?? 0)}
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
  const failed = work.run.lines.filter(({ outcome }) => outcome === "wrong" || outcome === "missed");
  const copyErrors = useCopyErrors();
  return (
    <>
      {failed.length > 0 && (
        <Button className="mr-auto" icon={<Copy aria-hidden />} onClick={() => void copyErrors(failed)}>
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

/** Copies the failed rows to the clipboard, ready for a spreadsheet. Saves a file if the clipboard is blocked. */
function useCopyErrors() {
  const toast = useToast();
  return async (lines: readonly ImportLine[]) => {
    const content = [
      "Row\tName\tReason",
      ...lines.map(({ row, name, message }) => `${row}\t${name ?? ""}\t${message ?? ""}`),
    ].join("\n");
    if (await copyText(content)) {
      toast.success("Errors Copied");
      return;
    }
    saveFile({ fileName: "import-errors.txt", mediaType: "text/plain", encoding: "utf8", content });
    toast.info("Errors Saved", "The clipboard isn't available, so they were saved to import-errors.txt.");
  };
}
