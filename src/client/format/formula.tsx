/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached
   by keyboard and to have a name; a fieldset cannot stand in a paragraph. */
import "temml/dist/Temml-Local.css";
import { useMemo } from "react";

import { drawFormula } from "./draw-formula.ts";

/** Length from which an inline formula gets its own scrolling line, because it would hardly fit on a phone. */
const LONG = 90;

interface FormulaProps {
  tex: string;
  /** Shown if the LaTeX is invalid. */
  source: string;
  isDisplay: boolean;
}

/** Formula as MathML, which screen readers support. Shows the source if it is invalid. */
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
