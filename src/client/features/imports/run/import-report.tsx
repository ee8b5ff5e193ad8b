import { CircleCheck, TriangleAlert, Undo2 } from "lucide-react";

import type { Import } from "#client/features/imports/use-import.ts";
import { Button } from "#client/ui/button.tsx";

import type { ImportLine } from "./use-import-run.ts";
import { undoneText } from "./use-undo-import.ts";

interface ImportReportProps {
  noun: string;
  lines: readonly ImportLine[];
  undo: Import["undo"];
}

/** Summary of an import with an undo button, then the result of the undo. */
export function ImportReport({ noun, lines, undo }: ImportReportProps) {
  if (undo.undone) return <Sentence isGood={undo.undone.kept === 0}>{undoneText(undo.undone)}</Sentence>;
  const count = (...outcomes: ImportLine["outcome"][]) =>
    lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = count("wrong", "missed");
  const { progress } = undo;
  const done = `${formatCount(count("created"), noun)} added, ${count("updated").toLocaleString("en-US")} updated`;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {progress ? (
        <Sentence isGood={null}>
          {`Undoing: ${undoneText(progress)} It continues if you close this dialog.`}
        </Sentence>
      ) : (
        <Sentence isGood={failed === 0}>
          {failed === 0 ? `${done}.` : `${done}; ${formatCount(failed, "row")} not imported.`}
        </Sentence>
      )}
      {count("created", "updated") > 0 && (
        <Button
          size="small"
          icon={<Undo2 aria-hidden />}
          isPending={undo.isPending}
          pendingLabel="Undoing..."
          onClick={undo.start}
        >
          Undo Import
        </Button>
      )}
    </div>
  );
}

/** Sentence with an icon for its tone: success, a warning, or null while the work continues. */
function Sentence({ isGood, children }: { isGood: boolean | null; children: string }) {
  return (
    <output className="flex items-center gap-2.5 text-base font-medium text-ink">
      {isGood === null ? (
        <Undo2 aria-hidden className="size-5 shrink-0 text-ink-faint" />
      ) : isGood ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
      ) : (
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning-ink" />
      )}
      {children}
    </output>
  );
}

const formatCount = (count: number, noun: string) =>
  count === 1 ? `1 ${noun}` : `${count.toLocaleString("en-US")} ${noun}s`;
