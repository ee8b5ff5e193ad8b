import { Check, Unlink, X } from "lucide-react";
import type { MouseEvent } from "react";
import { Link } from "react-router-dom";

import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { Related } from "#shared/links/links.ts";

import { whyLinked } from "./link-words.ts";
import { splitByNames } from "./names/split-by-names.ts";
import { useDecideLink, useRemoveLink } from "./use-links.ts";

/** Shows the actions of a row on hover and focus, and always on touch screens. */
const ON_HOVER =
  "opacity-0 transition-opacity group-focus-within/link:opacity-100 group-hover/link:opacity-100 pointer-coarse:opacity-100";

interface RelatedRowProps {
  link: Related;
  /** True to show the icon of the item's kind. */
  hasIcon: boolean;
}

/** Link with its other item, the sentence with the mention, and buttons to confirm or reject it. */
export function RelatedRow({ link, hasIcon }: RelatedRowProps) {
  const decide = useDecideLink(link);
  const remove = useRemoveLink(link);
  const isFolded =
    (decide.variables?.state === "rejected" && !decide.isError) || remove.isPending || remove.isSuccess;

  function handleUnlink({ currentTarget }: MouseEvent<HTMLElement>) {
    leaveRow(currentTarget);
    if (link.how === "person") remove.mutate({ id: link.id });
    else decide.mutate({ id: link.id, state: "rejected" });
  }

  return (
    <li
      inert={isFolded}
      className={classNames(
        "group/link grid transition-[grid-template-rows,opacity] duration-150",
        isFolded ? "grid-rows-[0fr] border-none opacity-0" : "grid-rows-[1fr]",
      )}
    >
      <div className="min-w-0 items-start gap-x-3 overflow-hidden @md:grid @md:grid-cols-[minmax(0,1fr)_auto]">
        <OtherItem link={link} hasIcon={hasIcon} />
        <div className="flex flex-wrap items-center justify-end gap-x-3 @md:contents">
          <LinkFacts link={link} hasIcon={hasIcon} />
          <div className="-mr-2 flex @md:col-start-2 @md:row-span-2 @md:row-start-1 @md:py-1">
            {link.how !== "person" && <ConfirmButton link={link} decide={decide} />}
            <IconButton
              label={`Unlink: ${link.other.title}`}
              size="small"
              data-unlink
              className={ON_HOVER}
              onClick={handleUnlink}
            >
              {link.how === "person" ? <Unlink aria-hidden /> : <X aria-hidden />}
            </IconButton>
          </div>
        </div>
      </div>
    </li>
  );
}

interface ConfirmButtonProps {
  link: Related;
  decide: ReturnType<typeof useDecideLink>;
}

/** Confirms a link. A second click undoes that. */
function ConfirmButton({ link: { id, state: stored, other }, decide }: ConfirmButtonProps) {
  const state = decide.isPending ? decide.variables.state : stored;
  const isConfirmed = state === "confirmed";
  return (
    <IconButton
      label={`Confirm: ${other.title}`}
      size="small"
      aria-pressed={isConfirmed}
      className={isConfirmed ? "text-success-ink" : ON_HOVER}
      onClick={() => decide.mutate({ id, state: isConfirmed ? "found" : "confirmed" })}
    >
      <Check aria-hidden />
    </IconButton>
  );
}

/** The row is removed with the used control. Moves the focus to the next row, or to the section. */
function leaveRow(control: HTMLElement): void {
  const row = control.closest("li");
  const isThere = (other: Element) => other !== row && !other.hasAttribute("inert");
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = rows.findIndex((other) => other === row);
  const next = rows.slice(at).find(isThere) ?? rows.slice(0, at).findLast(isThere);
  const target =
    next?.querySelector<HTMLElement>("[data-unlink]") ?? row?.closest<HTMLElement>("[data-related]");
  target?.focus({ preventScroll: true });
}

function OtherItem({ link, hasIcon }: RelatedRowProps) {
  const { other, excerpt } = link;
  const { kind } = itemOfRef(other.ref);
  const { one, Icon } = labelsOf(kind);
  const why = whyLinked(link);
  const opener = (
    <Link to={other.address} className="rounded-chip font-medium wrap-anywhere text-ink hover:underline">
      <span className="sr-only">{one}: </span>
      <ItemText kind={kind} text={other.title} />
    </Link>
  );
  return (
    <div className="flex min-w-0 gap-2.5 pt-2">
      {hasIcon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />}
      <div className="min-w-0 flex-1">
        <p>{why === null ? opener : <Tooltip label={why}>{opener}</Tooltip>}</p>
        {/* A title that names the item is its own sentence. */}
        {excerpt !== null && excerpt !== other.title && (
          <p dir="auto" className="mt-0.5 line-clamp-4 text-sm wrap-anywhere text-ink-muted @md:line-clamp-2">
            <Excerpt link={link} text={excerpt} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Age of the other item, and who linked or confirmed it. */
function LinkFacts({ link: { other, how, state, decidedBy }, hasIcon }: RelatedRowProps) {
  return (
    <p
      className={classNames(
        "flex min-h-7 flex-1 flex-wrap items-center gap-x-2 text-xs text-ink-faint",
        hasIcon && "pl-6.5",
      )}
    >
      <RelativeTime iso={other.at} />
      {decidedBy !== null && state === "confirmed" && (
        <span>
          {how === "person" ? "Linked by " : "Confirmed by "}
          <bdi>{personName(decidedBy)}</bdi>
        </span>
      )}
    </p>
  );
}

/** Sentence that contains the mention, with the name in bold. */
function Excerpt({ link: { from, spelled }, text }: { link: Related; text: string }) {
  const { kind } = itemOfRef(from);
  return splitByNames(text, spelled === null ? [] : [{ spelled }]).map((piece, index) =>
    piece.name === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
      <ItemText key={index} kind={kind} text={piece.text} />
    ) : (
      <b key="name" className="font-semibold text-ink">
        {piece.text}
      </b>
    ),
  );
}
