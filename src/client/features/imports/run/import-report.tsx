import { CircleCheck, TriangleAlert } from "lucide-react";

import type { ImportLine } from "./use-import-run.ts";

/** What an import did, in a sentence. */
export function ImportReport({ noun, lines }: { noun: string; lines: readonly ImportLine[] }) {
  const count = (...outcomes: ImportLine["outcome"][]) =>
    lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = count("wrong", "missed");
  const done = `${formatCount(count("created"), noun)} added, ${count("updated").toLocaleString("en-US")} updated`;
  return (
    <output className="mb-4 flex items-center gap-2.5 text-base font-medium text-ink">
      {failed === 0 ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
      ) : (
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning-ink" />
      )}
      {failed === 0 ? `${done}.` : `${done}; ${formatCount(failed, "row")} not imported.`}
    </output>
  );
}

const formatCount = (count: number, noun: string) =>
  count === 1 ? `1 ${noun}` : `${count.toLocaleString("en-US")} ${noun}s`;
