/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached
   by keyboard and to have a name; a fieldset cannot stand in a paragraph. */
import "temml/dist/Temml-Local.css";
import { useMemo } from "react";

import { drawFormula } from "./draw-formula.ts";

/** From here on a formula within a line would hardly fit on a phone: it gets a line of its own, which scrolls. */
const LONG = 90;

interface FormulaProps {
  tex: string;
  /** Shown where the LaTeX cannot be read. */
  source: string;
  isDisplay: boolean;
}

/** A formula as MathML, which screen readers read out; one that is not understood as it was written. */
export function Formula({ tex, source, isDisplay }: FormulaProps) {
  const math = useMemo(() => drawFormula(tex, isDisplay), [tex, isDisplay]);
  if (math === null) return <span>{source}</span>;
  if (!isDisplay && tex.length < LONG) return math;
  return (
    <span
      role="group"
      aria-label="Formula"
      tabIndex={0}
      className="my-1 block max-w-full overflow-x-auto overflow-y-hidden"
    >
      {math}
    </span>
  );
}
