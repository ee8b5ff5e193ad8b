import type { ReactNode } from "react";

import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { readTex, type TexPart, type TexStyle } from "#shared/tex/tex-text.ts";

/** Loaded where a text holds a formula: few pages do. */
const Formula = lazyComponent(
  () => import("./formula.tsx"),
  "Formula",
  ({ source }) => <span>{source}</span>,
);

const ELEMENTS: Record<TexStyle, "em" | "strong" | "code"> = {
  emphasis: "em",
  strong: "strong",
  code: "code",
};

/** A text with LaTeX in it, as papers are written: formulas are drawn, everything else is text. */
export const TexText = ({ text }: { text: string }) => <TexPieces parts={readTex(text)} />;

/** How a piece of plain text is shown; it comes with its place among all pieces. */
type RenderText = (text: string, index: number) => ReactNode;

interface TexPiecesProps {
  parts: readonly TexPart[];
  renderText?: RenderText;
}

const asItIs: RenderText = (text) => text;

/** The same of a text that has been read. */
export function TexPieces({ parts, renderText = asItIs }: TexPiecesProps) {
  return keyed(parts).map(({ key, part }) => (
    <Piece key={key} part={part} renderText={(text) => renderText(text, key)} />
  ));
}

function Piece({ part, renderText }: { part: TexPart; renderText: (text: string) => ReactNode }) {
  if (part.kind === "formula") {
    return <Formula tex={part.tex} source={part.source} isDisplay={part.isDisplay} />;
  }
  if (part.style === null) return <>{renderText(part.text)}</>;
  const Element = ELEMENTS[part.style];
  return <Element>{renderText(part.text)}</Element>;
}

/** Each piece with its place as a key, since two of them may read the same. */
const keyed = (parts: readonly TexPart[]) => parts.map((part, index) => ({ key: index, part }));
