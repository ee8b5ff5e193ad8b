import { type ReactNode, useEffect, useState } from "react";

import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { hasFormula, readTex, type TexPart, type TexStyle } from "#shared/tex/tex-text.ts";

/** Loaded on demand, because few pages contain formulas. */
const Formula = lazyComponent(
  async () => (await import("./formula.tsx")).Formula,
  ({ source }) => <span>{source}</span>,
);

/**
 * Loads the formula code if a text contains a formula. Returns true once all texts can be drawn, so that none moves.
 */
export function useFormulas(texts: readonly string[]): boolean {
  const [isLoaded, setLoaded] = useState(Formula.isLoaded);
  const isReady = isLoaded || !texts.some(hasFormula);
  useEffect(() => {
    // Errors are ignored here. They are reported where a formula is shown.
    if (!isReady)
      void Formula.preload()
        .finally(() => setLoaded(true))
        .catch(() => {});
  }, [isReady]);
  return isReady;
}

const ELEMENTS: Record<TexStyle, "em" | "strong" | "code"> = {
  emphasis: "em",
  strong: "strong",
  code: "code",
};

/** Text that may contain LaTeX, as in papers. Formulas are rendered; the rest is plain text. */
export const TexText = ({ text }: { text: string }) => <TexPieces parts={readTex(text)} />;

/** Title or text of an item: papers contain LaTeX, other kinds don't. */
export const ItemText = ({ kind, text }: { kind: string; text: string }) =>
  kind === "paper" ? <TexText text={text} /> : <>{text}</>;

/** Renders a plain part of a text. `index` counts all its parts. */
type RenderText = (text: string, index: number) => ReactNode;

interface TexPiecesProps {
  parts: readonly TexPart[];
  renderText?: RenderText;
}

const asPlainText: RenderText = (text) => text;

/** `TexText` for parsed parts. */
export function TexPieces({ parts, renderText = asPlainText }: TexPiecesProps) {
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

/** Adds indexes as keys, because two parts may be equal. */
const keyed = (parts: readonly TexPart[]) => parts.map((part, index) => ({ key: index, part }));
