import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { readTex, type TexPart, type TexStyle } from "#shared/tex/tex-text.ts";

/** Loaded where a text holds a formula: few pages do. */
const Formula = lazyComponent(
  () => import("./formula.tsx"),
  "Formula",
  ({ source }) => source,
);

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
    return <Formula tex={part.tex} source={part.source} isDisplay={part.isDisplay} />;
  }
  if (part.style === null) return part.text;
  const Element = ELEMENTS[part.style];
  return <Element>{part.text}</Element>;
}

/** Each piece with its place as a key, since two of them may read the same. */
const keyed = (parts: readonly TexPart[]) => parts.map((part, index) => ({ key: index, part }));
