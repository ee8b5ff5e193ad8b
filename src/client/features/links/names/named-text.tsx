import { type ReactNode, Fragment, useMemo, createContext, useContext } from "react";
import { Link } from "react-router-dom";

import { type NamedItem, useToolData, useNames } from "#client/features/links/use-links.ts";
import { RingChip } from "#client/features/verdicts/ring-chip.tsx";
import { usePresentVerdicts } from "#client/features/verdicts/use-verdicts.ts";
import { TexPieces } from "#client/format/tex-text.tsx";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { type ItemKey, itemAddress, itemOfRef, toolPageAddress } from "#shared/kernel/item-address.ts";
import { readTex } from "#shared/tex/tex-text.ts";

const NO_NAMES: readonly NamedItem[] = [];
const NamesContext = createContext(NO_NAMES);

/** Returns the mentions in the surrounding item's texts. */
const useSurroundingNames = (): readonly NamedItem[] => useContext(NamesContext);

interface NamesProviderProps {
  item: ItemKey;
  /** False for a closed item. Its texts have no links, so that a list requests no names. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Provider around the texts of an item. `NamedText` links the item's mentions in them. */
export function NamesProvider({ item, isOpen = true, children }: NamesProviderProps) {
  const names = useNames(item, isOpen);
  return <NamesContext value={names}>{children}</NamesContext>;
}

interface NamedTextProps {
  text: string;
  /** Names to link; by default those of the surrounding item. */
  names?: readonly NamedItem[] | undefined;
}

/** Text in which the first occurrence of each name is a link. */
export function NamedText({ text, names }: NamedTextProps) {
  const surroundingNames = useSurroundingNames();
  return splitByNames(text, names ?? surroundingNames).map((piece, index) =>
    piece.name === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <NameLink key={piece.name.ref} name={piece.name} />
    ),
  );
}

/** Assigns the names to several consecutive texts, so that each name is linked only once. */
export function useNamesOfTexts(texts: readonly string[]): readonly NamedItem[][] {
  const names = useSurroundingNames();
  return useMemo(() => namesByFirstText(texts, names), [texts, names]);
}

/** `NamedText` for a text with LaTeX. */
export function NamedTex({ text, names }: NamedTextProps) {
  const surroundingNames = useSurroundingNames();
  const parts = useMemo(() => readTex(text), [text]);
  const wanted = names ?? surroundingNames;
  const byPart = namesByFirstText(
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

/** Mention in a text, as a link to the item. For a tool, its tooltip shows a short summary. */
function NameLink({ name: { ref, spelled, title } }: { name: NamedItem }) {
  const item = itemOfRef(ref);
  const isTool = item.kind === "tool";
  return (
    <Tooltip label={isTool ? <ToolSummary id={item.id} name={title} /> : title}>
      <Link
        to={isTool ? toolPageAddress(item.id) : itemAddress(item)}
        className="rounded-chip underline decoration-ink-faint decoration-dotted underline-offset-3 hover:text-accent-ink hover:decoration-solid"
      >
        {spelled}
      </Link>
    </Tooltip>
  );
}

/** A tool's verdict and its purpose. */
function ToolSummary({ id, name }: { id: string; name: string }) {
  const { verdicts, loading } = usePresentVerdicts();
  const verdict = verdicts.get(id);
  const use = useToolData(id)?.use;
  return (
    <span className="flex flex-col gap-1 py-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>{" "}
        {verdict && <RingChip ring={verdict.ring} />}
        {!verdict && loading.isKnown && <span className="font-normal">No verdict yet</span>}
      </span>
      {use && <span className="line-clamp-4 font-normal wrap-anywhere">{use}</span>}
    </span>
  );
}

/** Part of a text: a mention, or the text around mentions. */
interface TextPiece<Name> {
  text: string;
  name: Name | null;
}

interface HasSpelling {
  spelled: string;
}

const LETTER_BEFORE = /[\p{L}\p{N}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}]/u;

/** Returns the index of a name's first occurrence as whole words; -1 if there is none. */
function indexOfName(text: string, spelled: string): number {
  if (spelled === "") return -1;
  for (let at = text.indexOf(spelled); at !== -1; at = text.indexOf(spelled, at + 1)) {
    const end = at + spelled.length;
    // Two UTF-16 units contain any letter.
    const isInWord =
      (LETTER_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && LETTER_AFTER.test(spelled)) ||
      (LETTER_AFTER.test(text.slice(end, end + 2)) && LETTER_BEFORE.test(spelled));
    if (!isInWord) return at;
  }
  return -1;
}

/** Returns the names that occur first in each of several consecutive texts. */
export function namesByFirstText<Name extends HasSpelling>(
  texts: readonly string[],
  names: readonly Name[],
): Name[][] {
  const byText = texts.map((): Name[] => []);
  for (const name of names) {
    const first = texts.findIndex((text) => indexOfName(text, name.spelled) !== -1);
    byText[first]?.push(name);
  }
  return byText;
}

/**
 * Splits a text at the first occurrence of each name. If names overlap, the first in the text is used; at the same
 * position, the longest.
 */
export function splitByNames<Name extends HasSpelling>(
  text: string,
  names: readonly Name[],
): TextPiece<Name>[] {
  const spans = names
    .map((name) => ({ name, start: indexOfName(text, name.spelled) }))
    .filter(({ start }) => start !== -1)
    .toSorted((a, b) => a.start - b.start || b.name.spelled.length - a.name.spelled.length);
  const pieces: TextPiece<Name>[] = [];
  let end = 0;
  for (const { name, start } of spans) {
    if (start < end) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), name: null });
    pieces.push({ text: name.spelled, name });
    end = start + name.spelled.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), name: null });
  return pieces;
}

interface SummaryProps {
  text: string;
  /** Renders a line. `index` counts all lines of the text. */
  renderLine: (line: string, index: number) => ReactNode;
}

/**
 * Summary as paragraphs. Lines in double asterisks are headings, numbered lines are indented, blank lines are dropped.
 * Everything else is plain text.
 */
export function Summary({ text, renderLine }: SummaryProps) {
  return (
    <div className="flex flex-col gap-1.5">
      {toLines(text).map(({ key, line }) => {
        if (isHeading(line)) {
          return (
            <h4 key={key} dir="auto" className="mt-2 font-semibold text-ink first:mt-0">
              {renderLine(line.replaceAll("**", ""), key)}
            </h4>
          );
        }
        return (
          <p key={key} dir="auto" className={/^\d+\./u.test(line) ? "pl-4" : undefined}>
            {renderLine(line, key)}
          </p>
        );
      })}
    </div>
  );
}

const isHeading = (line: string): boolean => line.length > 4 && line.startsWith("**") && line.endsWith("**");

/** Returns the nonblank lines with their indexes as keys, because two lines may be equal. */
const toLines = (text: string) =>
  text
    .split("\n")
    .map((line, index) => ({ key: index, line: line.trim() }))
    .filter(({ line }) => line !== "");
