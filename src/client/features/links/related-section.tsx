import { Link2 } from "lucide-react";
import { type ReactNode, useId, useState, useRef } from "react";

import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { type FoundItem, ItemFinder } from "#client/features/search/item-finder.tsx";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import type { LinkGroup, RelatedGroups } from "#shared/links/links.ts";
import { foldName } from "#shared/mentions/names/names.ts";

import { AllLinks, LoadFailure, RelatedGroup } from "./related-group.tsx";
import { describeHiddenMatches, describeNoRelated, useRelated, useAddLink } from "./use-links.ts";

const NEXT_LEVEL = { 2: 3, 3: 4, 4: 5 } as const;

interface RelatedSectionProps {
  item: ItemKey;
  title: string;
  /** Level of the section's heading, or of its groups' headings if the section has none. */
  level?: 2 | 3 | 4;
  hasHeading?: boolean;
  /** Group to omit, because the page shows it elsewhere. */
  omittedGroup?: LinkGroup;
  /** Control to the right of the heading. */
  action?: ReactNode;
}

/** Section with related items: mentions in the item, mentions of it, and links added by users. */
export function RelatedSection(props: RelatedSectionProps) {
  const { item, title, level = 3, hasHeading = true, omittedGroup, action } = props;
  const headingId = useId();
  const { related, isError, retry } = useRelated(item);
  const Heading = `h${level}` as const;
  return (
    <section
      tabIndex={-1}
      data-related
      {...(hasHeading ? { "aria-labelledby": headingId } : { "aria-label": `Related to ${title}` })}
      className="flex flex-col gap-3 outline-none"
    >
      {hasHeading && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Heading id={headingId} className="text-sm font-semibold text-ink">
            Related
          </Heading>
          {action}
        </div>
      )}
      {isError && <LoadFailure text="Couldn't load related items." onRetry={retry} />}
      {!related && !isError && <Skeleton className="h-16" />}
      {related && (
        <FoundGroups
          item={item}
          title={title}
          related={related}
          omittedGroup={omittedGroup}
          level={hasHeading ? NEXT_LEVEL[level] : level}
        />
      )}
    </section>
  );
}

interface FoundGroupsProps {
  item: ItemKey;
  title: string;
  related: RelatedGroups;
  omittedGroup: LinkGroup | undefined;
  /** Level of its groups' headings. */
  level: 2 | 3 | 4 | 5;
}

function FoundGroups({ item, title, related, omittedGroup, level }: FoundGroupsProps) {
  const { groups, hidden, ambiguousName, isPersonsOnly } = related;
  const nonEmptyGroups = groups.filter(({ total }) => total > 0);
  const known = nonEmptyGroups.flatMap(({ links }) => links.map(({ other }) => other.ref));
  return (
    <>
      {nonEmptyGroups.map(
        (group) =>
          group.group !== omittedGroup && (
            <RelatedGroup key={group.group} item={item} group={group} level={level} />
          ),
      )}
      {nonEmptyGroups.length === 0 && hidden === 0 && (
        <p className="wrap-anywhere text-ink-muted">{describeNoRelated(item.kind, title)}</p>
      )}
      {hidden > 0 && (
        <HiddenMatches
          item={item}
          name={titleSpelling(ambiguousName, title)}
          isPersonsOnly={isPersonsOnly}
          count={hidden}
        />
      )}
      <LinkAdder item={item} known={known} />
    </>
  );
}

/** Returns a name as it is spelled in the title. Returns an alias unchanged. */
const titleSpelling = (name: string | null, title: string): string =>
  name === null || foldName(name) === foldName(title) ? title : name;

interface HiddenMatchesProps {
  item: ItemKey;
  /** Ambiguous name, which is also an everyday word. */
  name: string;
  isPersonsOnly: boolean;
  count: number;
}

/** Note about hidden matches of an ambiguous name, with a button that shows them. */
function HiddenMatches({ item, name, isPersonsOnly, count }: HiddenMatchesProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-sm text-ink-muted">
      <p className="wrap-anywhere">
        {describeHiddenMatches(name, count, isPersonsOnly)}{" "}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="rounded-chip font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
        >
          {isOpen ? "Hide" : "Show"}
          <span className="sr-only">: matches that may not mean {name}</span>
        </button>
      </p>
      {isOpen && (
        <div id={id}>
          <AllLinks item={item} filter={{ group: "hidden" }} label={`Matches that may not mean ${name}`} />
        </div>
      )}
    </div>
  );
}

interface LinkAdderProps {
  item: ItemKey;
  /** Visible items that are already linked to it. */
  known: readonly ItemRef[];
}

/** Form that links an item to another one. */
function LinkAdder({ item, known }: LinkAdderProps) {
  const [isOpen, setOpen] = useState(false);
  const isDeleted = useIsDeleted();
  const { link, isPending } = useAddLink(item);
  const opener = useRef<HTMLButtonElement>(null);

  function closeForm() {
    setOpen(false);
    opener.current?.focus();
  }
  function handlePick({ ref }: FoundItem) {
    link(ref);
    closeForm();
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        ref={opener}
        variant="ghost"
        size="small"
        className="-ml-2.5"
        icon={<Link2 aria-hidden />}
        aria-expanded={isOpen}
        disabled={isDeleted}
        isPending={isPending}
        onClick={() => setOpen(!isOpen)}
      >
        Link an Item…
      </Button>
      {isOpen && (
        <div className="w-full">
          <ItemFinder
            label="Link to"
            takesFocus
            excluded={new Set([`${item.kind}:${item.id}`, ...known])}
            onPick={handlePick}
            onLeave={closeForm}
          />
        </div>
      )}
    </div>
  );
}
