import { lazy, Suspense } from "react";

import { readTex, type TexPart, type TexStyle } from "#shared/tex/tex-text.ts";

/** Loaded where a text holds a formula: few pages do. */
const Formula = lazy(() => import("./formula.tsx").then((module) => ({ default: module.Formula })));

const ELEMENTS: Record<TexStyle, "em" | "strong" | "code"> = {
  emphasis: "em",
  strong: "strong",
  code: "code",
};

/** A text with LaTeX in it, as papers are written: formulas are drawn, everything else is text. */
export function TexText({ text }: { text: string }) {
  return keyed(readTex(text)).map(({ key, part }) => <Piece key={key} part={part} />);
}

function Piece({ part }: { part: TexPart }) {
  if (part.kind === "formula") {
    return (
      <Suspense fallback={part.source}>
        <Formula tex={part.tex} source={part.source} isDisplay={part.isDisplay} />
      </Suspense>
    );
  }
  if (part.style === null) return part.text;
  const Element = ELEMENTS[part.style];
  return <Element>{part.text}</Element>;
}

/** Each piece with its place as a key, since two of them may read the same. */
const keyed = (parts: readonly TexPart[]) => parts.map((part, index) => ({ key: index, part }));
