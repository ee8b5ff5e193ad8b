import { CircleCheck, TriangleAlert } from "lucide-react";

import type { ImportLine } from "./use-import-run.ts";

/** What an import did, in a sentence. */
export function ImportReport({ lines }: { lines: readonly ImportLine[] }) {
  const count = (...outcomes: ImportLine["outcome"][]) =>
    lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const faults = count("wrong", "missed");
  const done = `${toolsOf(count("created"))} added, ${count("updated").toLocaleString("en-US")} updated`;
  return (
    <output className="mb-4 flex items-center gap-2.5 text-base font-medium text-ink">
      {faults === 0 ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
      ) : (
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning-ink" />
      )}
      {faults === 0 ? `${done}.` : `${done}; ${rowsOf(faults)} not imported.`}
    </output>
  );
}

const toolsOf = (count: number) => (count === 1 ? "1 tool" : `${count.toLocaleString("en-US")} tools`);
const rowsOf = (count: number) => (count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`);
