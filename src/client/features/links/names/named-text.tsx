import { Fragment, useMemo } from "react";

import type { NamedItem } from "#client/features/links/use-links.ts";
import { Summary } from "#client/format/summary.tsx";
import { TexPieces } from "#client/format/tex-text.tsx";
import { readTex } from "#shared/tex/tex-text.ts";

import { NameLink } from "./name-link.tsx";
import { useNamesAround } from "./names-of.tsx";
import { namesByText, splitByNames } from "./split-by-names.ts";

interface NamedTextProps {
  text: string;
  /** Names to link; by default those of the surrounding item. */
  names?: readonly NamedItem[] | undefined;
}

/** Text in which the first use of each name is a link. */
export function NamedText({ text, names }: NamedTextProps) {
  const around = useNamesAround();
  return splitByNames(text, names ?? around).map((piece, index) =>
    piece.name === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <NameLink key={piece.name.ref} name={piece.name} />
    ),
  );
}

/** Returns the names of several consecutive texts. Each name is a link only once. */
export function useNamesOfTexts(texts: readonly string[]): readonly NamedItem[][] {
  const names = useNamesAround();
  return useMemo(() => namesByText(texts, names), [texts, names]);
}

/** `NamedText` for a text with LaTeX. */
export function NamedTex({ text, names }: NamedTextProps) {
  const around = useNamesAround();
  const parts = useMemo(() => readTex(text), [text]);
  const wanted = names ?? around;
  const byPart = namesByText(
    parts.map((part) => (part.kind === "text" ? part.text : "")),
    wanted,
  );
  return (
    <TexPieces
      parts={parts}
      renderText={(part, index) => <NamedText text={part} names={byPart[index] ?? []} />}
    />
  );
}

/** `NamedText` for a summary. */
export function NamedSummary({ text }: { text: string }) {
  const lines = useMemo(() => text.split("\n"), [text]);
  const byLine = useNamesOfTexts(lines);
  return (
    <Summary text={text} renderLine={(line, index) => <NamedTex text={line} names={byLine[index] ?? []} />} />
  );
}
