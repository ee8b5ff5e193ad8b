import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { Related, RelatedGroups } from "#shared/links/links.ts";

import { GROUP_TITLES } from "./link-words.ts";
import { RelatedRow } from "./related-row.tsx";
import { type LinkFilter, useLinkPages } from "./use-links.ts";

interface RelatedGroupProps {
  item: ItemKey;
  group: RelatedGroups["groups"][number];
  /** Level of its heading. */
  level: 2 | 3 | 4 | 5;
}

/** Group of related items: the first few, and all on demand. */
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
          Show all {total.toLocaleString("en-US")}
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
  /** Items shown while all are loading. */
  first?: readonly Related[];
  /** True if all are of one kind, which the page shows elsewhere. */
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
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
          Couldn't load all of them.
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        </p>
      )}
      {shown === undefined && !isError && <Skeleton className="h-12 w-full" />}
      {shown !== undefined && shown.length > 0 && (
        <LinkList label={label} links={shown} isOfOneKind={isOfOneKind} />
      )}
      <MoreButton list={list} variant="ghost" className="-ml-2.5">
        Show more<span className="sr-only">: {label}</span>
      </MoreButton>
    </div>
  );
}

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
