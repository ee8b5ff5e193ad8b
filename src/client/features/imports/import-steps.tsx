import { Check } from "lucide-react";

import { classNames } from "#client/ui/class-names.ts";

import { IMPORT_STEPS, type ImportStep } from "./use-import.ts";

const NAMES: Record<ImportStep, string> = {
  source: "File",
  mapping: "Columns",
  preview: "Preview",
  import: "Import",
};

/** Where one is on the way. */
export function ImportSteps({ step }: { step: ImportStep }) {
  const at = IMPORT_STEPS.indexOf(step);
  return (
    <ol className="mb-5 flex items-center gap-2 text-xs font-medium">
      {IMPORT_STEPS.map((name, index) => (
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
          {NAMES[name]}
        </li>
      ))}
    </ol>
  );
}
