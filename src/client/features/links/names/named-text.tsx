import { Fragment, useMemo, createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router-dom";

import { type NamedItem, useToolInBrief, useNames } from "#client/features/links/use-links.ts";
import { RingChip } from "#client/features/verdicts/ring-chip.tsx";
import { usePresentVerdicts } from "#client/features/verdicts/use-verdicts.ts";
import { Summary } from "#client/format/summary.tsx";
import { TexPieces } from "#client/format/tex-text.tsx";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { itemAddress, itemOfRef, toolPageAddress, type ItemKey } from "#shared/kernel/item-address.ts";
import { readTex } from "#shared/tex/tex-text.ts";

import { namesByText, splitByNames } from "./split-by-names.ts";

const NONE: readonly NamedItem[] = [];
const NamesContext = createContext(NONE);

/** Returns the mentions in the surrounding item's texts. */
const useNamesAround = (): readonly NamedItem[] => useContext(NamesContext);

interface NamesOfProps {
  item: ItemKey;
  /** False in a closed item, whose texts are plain. A list then requests no names. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Provider around the texts of an item. `NamedText` inside links its mentions. */
export function NamesOf({ item, isOpen = true, children }: NamesOfProps) {
  const names = useNames(item, isOpen);
  return <NamesContext value={names}>{children}</NamesContext>;
}

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

/** Mention in a text. It links to the item; for a tool it also shows a short summary. */
function NameLink({ name: { ref, spelled, title } }: { name: NamedItem }) {
  const item = itemOfRef(ref);
  const isTool = item.kind === "tool";
  return (
    <Tooltip label={isTool ? <ToolInBrief id={item.id} name={title} /> : title}>
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
function ToolInBrief({ id, name }: { id: string; name: string }) {
  const { verdicts, loading } = usePresentVerdicts();
  const verdict = verdicts.get(id);
  const use = useToolInBrief(id)?.use;
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
