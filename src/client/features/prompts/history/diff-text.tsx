import { useMemo } from "react";

import { type DiffPart, diffWords } from "./word-diff.ts";

interface DiffTextProps {
  before: string;
  after: string;
  /** Also shows what `after` no longer has. */
  hasRemoved?: boolean;
}

/** A text with what was added to it and removed from it marked. Heavy: load it when it is first needed. */
export function DiffText({ before, after, hasRemoved = true }: DiffTextProps) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  const shown = hasRemoved ? parts : parts.filter(({ kind }) => kind !== "removed");
  // Parts have no identity but their place.
  // oxlint-disable-next-line react/no-array-index-key
  return shown.map((part, index) => <Part key={index} part={part} />);
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === "same") return text;
  if (kind === "added") {
    return <ins className="rounded-chip bg-success-soft text-success-ink no-underline">{text}</ins>;
  }
  return <del className="rounded-chip bg-danger-soft text-danger-ink">{text}</del>;
}
