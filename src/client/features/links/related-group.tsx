import { Check, Unlink, X } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Link } from "react-router-dom";

import { splitByNames } from "#client/features/links/names/named-text.tsx";
import { ItemText } from "#client/format/tex-text.tsx";
import { labelsOf } from "#client/slices.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { type ItemKey, itemOfRef } from "#shared/kernel/item-address.ts";
import type { Related, RelatedGroups } from "#shared/links/links.ts";

import {
  type LinkFilter,
  GROUP_TITLES,
  describeMatch,
  useLinkPages,
  useDecideLink,
  useRemoveLink,
} from "./use-links.ts";

interface RelatedGroupProps {
  item: ItemKey;
  group: RelatedGroups["groups"][number];
  /** Level of its heading. */
  level: 2 | 3 | 4 | 5;
}

/** Group of related items: first a few, all of them on request. */
export function RelatedGroup({ item, group: { group, links, total }, level }: RelatedGroupProps) {
  const [isWhole, setWhole] = useState(false);
  const title = GROUP_TITLES[group];
  const Heading = `h${level}` as const;
  return (
    <div tabIndex={-1} className="flex flex-col items-start gap-1 outline-none">
      <Heading className="text-xs font-medium text-ink-faint">{title}</Heading>
      {isWhole ? (
        <AllLinks item={item} filter={{ group }} label={title} first={links} />
      ) : (
        <LinkList label={title} links={links} />
      )}
      {!isWhole && total > links.length && (
        <Button variant="ghost" size="small" className="-ml-2.5" onClick={() => setWhole(true)}>
          Show All {total.toLocaleString("en-US")}
          <span className="sr-only">: {title}</span>
        </Button>
      )}
    </div>
  );
}

interface AllLinksProps {
  item: ItemKey;
  filter: LinkFilter;
  /** Accessible name of the list. */
  label: string;
  /** Items shown until all are loaded. */
  first?: readonly Related[];
  /** True if all items have the same kind, which the page already shows. */
  isOfOneKind?: boolean;
  /** Number of items per page. */
  pageSize?: number;
}

/** All links that match the filter, page by page. */
export function AllLinks(props: AllLinksProps) {
  const { item, filter, label, first, isOfOneKind, pageSize } = props;
  const { links, isError, retry, ...list } = useLinkPages(item, filter, pageSize);
  const shown = links ?? first;
  return (
    <div tabIndex={-1} className="flex w-full flex-col items-start gap-1 outline-none">
      {isError && <LoadFailure text="Couldn't load all related items." onRetry={retry} />}
      {shown === undefined && !isError && <Skeleton className="h-12 w-full" />}
      {shown !== undefined && shown.length > 0 && (
        <LinkList label={label} links={shown} isOfOneKind={isOfOneKind} />
      )}
      <MoreButton list={list} variant="ghost" className="-ml-2.5">
        Show More<span className="sr-only">: {label}</span>
      </MoreButton>
    </div>
  );
}

/** Note about items that failed to load. */
export const LoadFailure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
    {text}
    <Button size="small" onClick={onRetry}>
      Try Again
    </Button>
  </p>
);

interface LinkListProps {
  label: string;
  links: readonly Related[];
  isOfOneKind?: boolean | undefined;
}

function LinkList({ label, links, isOfOneKind = false }: LinkListProps) {
  return (
    <ul aria-label={label} className="@container w-full divide-y divide-line">
      {links.map((link) => (
        <RelatedRow key={link.id} link={link} hasIcon={!isOfOneKind} />
      ))}
    </ul>
  );
}

/** Shows the actions of a row on hover and focus, and always on touch screens. */
const ACTIONS_STYLE =
  "opacity-0 transition-opacity group-focus-within/link:opacity-100 group-hover/link:opacity-100 pointer-coarse:opacity-100";

interface RelatedRowProps {
  link: Related;
  /** True to show the icon of the item's kind. */
  hasIcon: boolean;
}

/** Related item, with the sentence that contains the mention, and buttons to confirm or reject the link. */
function RelatedRow({ link, hasIcon }: RelatedRowProps) {
  const decide = useDecideLink(link);
  const remove = useRemoveLink(link);
  const isCollapsed =
    (decide.variables?.state === "rejected" && !decide.isError) || remove.isPending || remove.isSuccess;

  function handleUnlink({ currentTarget }: MouseEvent<HTMLElement>) {
    focusNextRow(currentTarget);
    if (link.how === "person") remove.mutate({ id: link.id });
    else decide.mutate({ id: link.id, state: "rejected" });
  }

  return (
    <li
      inert={isCollapsed}
      className={classNames(
        "group/link grid transition-[grid-template-rows,opacity] duration-150",
        isCollapsed ? "grid-rows-[0fr] border-none opacity-0" : "grid-rows-[1fr]",
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
              className={ACTIONS_STYLE}
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

/** Button that confirms a link. A second click reverts that. */
function ConfirmButton({ link: { id, state: stored, other }, decide }: ConfirmButtonProps) {
  const state = decide.isPending ? decide.variables.state : stored;
  const isConfirmed = state === "confirmed";
  return (
    <IconButton
      label={`Confirm: ${other.title}`}
      size="small"
      aria-pressed={isConfirmed}
      className={isConfirmed ? "text-success-ink" : ACTIONS_STYLE}
      onClick={() => decide.mutate({ id, state: isConfirmed ? "found" : "confirmed" })}
    >
      <Check aria-hidden />
    </IconButton>
  );
}

/** Moves the focus to the next row or the section, because this row is removed together with the used control. */
function focusNextRow(control: HTMLElement): void {
  const row = control.closest("li");
  const isAvailable = (other: Element) => other !== row && !other.hasAttribute("inert");
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = rows.findIndex((other) => other === row);
  const next = rows.slice(at).find(isAvailable) ?? rows.slice(0, at).findLast(isAvailable);
  const target =
    next?.querySelector<HTMLElement>("[data-unlink]") ?? row?.closest<HTMLElement>("[data-related]");
  target?.focus({ preventScroll: true });
}

function OtherItem({ link, hasIcon }: RelatedRowProps) {
  const { other, excerpt } = link;
  const { kind } = itemOfRef(other.ref);
  const { one, Icon } = labelsOf(kind);
  const reason = describeMatch(link);
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
        <p>{reason === null ? opener : <Tooltip label={reason}>{opener}</Tooltip>}</p>
        {/* Omitted if the title itself is the sentence with the mention. */}
        {excerpt !== null && excerpt !== other.title && (
          <p dir="auto" className="mt-0.5 line-clamp-4 text-sm wrap-anywhere text-ink-muted @md:line-clamp-2">
            <Excerpt link={link} text={excerpt} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Line with the age of the other item, and who added or confirmed the link. */
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
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
      <ItemText key={index} kind={kind} text={piece.text} />
    ) : (
      <b key="name" className="font-semibold text-ink">
        {piece.text}
      </b>
    ),
  );
}
