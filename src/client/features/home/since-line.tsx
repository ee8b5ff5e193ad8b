import { MessageSquare } from "lucide-react";
import { Link } from "react-router-dom";

import { ItemText } from "#client/format/tex-text.tsx";
import { sections } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { SinceLine } from "#shared/kernel/activity.ts";
import { eventWords } from "#shared/kernel/event-words.ts";
import { historyAddress, itemAddress, sectionAddress } from "#shared/kernel/item-address.ts";

interface Piece {
  text: string;
  /** True for a name, which is isolated from the surrounding text. */
  isName: boolean;
}

const list = new Intl.ListFormat("en-GB");

/** Joins names: "Ada", "Ada and Bob", "Ada, Bob, Cleo and 2 others", in pieces. Without names, returns StackLoop. */
export function joinNames(names: readonly string[], others: number): Piece[] {
  const all = names.length === 0 ? [personName(null)] : [...names];
  const rest = others === 0 ? [] : [others === 1 ? "1 other" : `${others} others`];
  let index = 0;
  return list.formatToParts([...all, ...rest]).map(({ type, value }) => {
    if (type === "literal") return { text: value, isName: false };
    index += 1;
    return { text: value, isName: index <= all.length };
  });
}

const STRONG = "font-medium text-ink";

/** Activity line that links to its item. */
export function SinceLineLink({ line }: { line: SinceLine }) {
  const { did, subject, isTitle, rest } = eventWords(line);
  return (
    <Link
      to={lineAddress(line)}
      className="flex min-h-12 items-start gap-3 px-4 py-2.5 -outline-offset-2! transition-colors hover:bg-sunken"
    >
      <KindIcon line={line} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 py-1 sm:flex-nowrap">
        <span className="line-clamp-3 min-w-0 basis-full break-words text-ink-muted sm:flex-1 sm:basis-auto">
          <Actors line={line} /> {did}{" "}
          <bdi className={STRONG}>{isTitle ? <ItemText kind={line.kind} text={subject} /> : subject}</bdi>
          {rest}
        </span>
        <span className="shrink-0 text-xs text-ink-faint">
          <RelativeTime iso={line.at} />
        </span>
      </span>
    </Link>
  );
}

function KindIcon({ line: { kind, verb } }: { line: SinceLine }) {
  const section = sections.find((one) => one.kind === kind);
  if (!section) return null;
  const Icon = verb === "commented" ? MessageSquare : section.Icon;
  return (
    <span
      className={classNames("flex size-7 shrink-0 items-center justify-center rounded-control", section.tone)}
    >
      <Icon aria-hidden className="size-4" />
    </span>
  );
}

function Actors({ line: { actors, otherActors } }: { line: SinceLine }) {
  return joinNames(actors, otherActors).map(({ text, isName }, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- two people may have the same name
    const key = index;
    return isName ? (
      <bdi key={key} className={STRONG}>
        {text}
      </bdi>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}

/**
 * Returns the link of an activity line: to the comment, the item, or the history of a changed item. Deleted items link
 * to their section.
 */
export function lineAddress({ verb, kind, itemId, detail }: SinceLine): string {
  if (itemId === null || verb === "deleted") return sectionAddress(kind);
  const isChange = verb === "edited" || detail.from !== undefined;
  if (isChange && kind !== "paper" && kind !== "article") return historyAddress({ kind, id: itemId });
  return itemAddress({ kind, id: itemId }, verb === "commented" ? detail.comment : null);
}
