import { diffArrays } from "diff";
import { useMemo } from "react";

interface DiffTextProps {
  before: string;
  after: string;
  /** What counts as changed or not. */
  unit?: DiffUnit;
  /** Also shows what `after` no longer has. */
  hasRemoved?: boolean;
}

/** A text with what was added to it and removed from it marked. Heavy: load it when it is first needed. */
export function DiffText({ before, after, unit = "words", hasRemoved = true }: DiffTextProps) {
  const parts = useMemo(() => diffTexts(before, after, unit), [before, after, unit]);
  const shown = hasRemoved ? parts : parts.filter(({ kind }) => kind !== "removed");
  // Parts have no identity but their place.
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

/** A stretch of text that both versions have, or one of them alone. */
interface DiffPart {
  text: string;
  kind: "same" | "added" | "removed";
}

// Words as people read them, also in languages that put no spaces between them.
const words = new Intl.Segmenter("en-US", { granularity: "word" });

const SPLIT = {
  words: (text: string) => Array.from(words.segment(text), ({ segment }) => segment),
  /** Of a list: what stands between commas, or in a line of its own. */
  entries: (text: string) => text.split(/(, |\n)/u),
  whole: (text: string) => [text],
};
export type DiffUnit = keyof typeof SPLIT;

/** Longer than a page may stand still, on whatever machine; texts that differ that much are shown whole. */
const LIMITS = { maxEditLength: 2000, timeout: 300 };

/** What was added and removed on the way from one text to another, unit by unit. */
export function diffTexts(before: string, after: string, unit: DiffUnit): DiffPart[] {
  if (before === after) return [{ text: after, kind: "same" }];
  const changes = diffArrays(SPLIT[unit](before), SPLIT[unit](after), LIMITS);
  if (changes === undefined) return wholly(before, after);
  const parts = changes.map(({ value, added, removed }): DiffPart => ({
    text: value.join(""),
    kind: added ? "added" : removed ? "removed" : "same",
  }));
  return joinRuns(parts);
}

/** Of words that changed one after the other, first all that went and then all that came: so each can be read. */
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

const wholly = (before: string, after: string): DiffPart[] => [
  { text: before, kind: "removed" },
  { text: after, kind: "added" },
];
