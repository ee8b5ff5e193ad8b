import { diffArrays } from "diff";
import { useMemo } from "react";

interface DiffTextProps {
  before: string;
  after: string;
  /** Unit of comparison. */
  unit?: DiffUnit;
  /** True to also show text missing from `after`. */
  hasRemoved?: boolean;
}

/** Text with highlighted additions and removals. The module is large: load it on first use. */
export function DiffText({ before, after, unit = "words", hasRemoved = true }: DiffTextProps) {
  const parts = useMemo(() => diffTexts(before, after, unit), [before, after, unit]);
  const shown = hasRemoved ? parts : parts.filter(({ kind }) => kind !== "removed");
  // Parts are only identified by their position.
  // oxlint-disable-next-line react/no-array-index-key
  return shown.map((part, index) => <Part key={index} part={part} />);
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === "same") return <span dir={undefined}>{text}</span>;
  if (kind === "added") {
    return <ins className="rounded-chip bg-success-soft text-success-ink no-underline">{text}</ins>;
  }
  return <del className="rounded-chip bg-danger-soft text-danger-ink">{text}</del>;
}

/** Part of a comparison: in both versions, or in only one. */
interface DiffPart {
  text: string;
  kind: "same" | "added" | "removed";
}

// Words as defined by Unicode, also in languages without spaces between words.
const words = new Intl.Segmenter("en-US", { granularity: "word" });

const SPLITTERS = {
  words: (text: string) => Array.from(words.segment(text), ({ segment }) => segment),
  /** Entries of a list, separated by commas or line breaks. */
  entries: (text: string) => text.split(/(, |\n)/u),
  whole: (text: string) => [text],
};
export type DiffUnit = keyof typeof SPLITTERS;

/**
 * Limits of a comparison, so that the page doesn't freeze on slow machines. Texts with more differences aren't
 * compared.
 */
const LIMITS = { maxEditLength: 2000, timeout: 300 };

/** Compares two texts unit by unit and returns the added, removed and common parts. */
export function diffTexts(before: string, after: string, unit: DiffUnit): DiffPart[] {
  if (before === after) return [{ text: after, kind: "same" }];
  const changes = diffArrays(SPLITTERS[unit](before), SPLITTERS[unit](after), LIMITS);
  if (changes === undefined) return replaceWhole(before, after);
  const parts = changes.map(({ value, added, removed }): DiffPart => ({
    text: value.join(""),
    kind: added ? "added" : removed ? "removed" : "same",
  }));
  return joinRuns(parts);
}

/** Groups adjacent changes, with removals before additions, so that both are readable. */
function joinRuns(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = "";
  let added = "";
  const endRun = () => {
    if (removed !== "") joined.push({ text: removed, kind: "removed" });
    if (added !== "") joined.push({ text: added, kind: "added" });
    removed = added = "";
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isGap = removed !== "" && added !== "" && index + 1 < parts.length && text.trim() === "";
    if (kind === "same" && !isGap) {
      endRun();
      joined.push({ text, kind });
    }
    if (kind === "removed" || (kind === "same" && isGap)) removed += text;
    if (kind === "added" || (kind === "same" && isGap)) added += text;
  }
  endRun();
  return joined;
}

const replaceWhole = (before: string, after: string): DiffPart[] => [
  { text: before, kind: "removed" },
  { text: after, kind: "added" },
];
