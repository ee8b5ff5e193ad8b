import { type ReactNode, useId, useRef } from "react";

import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import type { ItemKey } from "#shared/item-address.ts";
import type { RelatedGroups } from "#shared/links.ts";

import { HiddenPlaces } from "./hidden-places.tsx";
import { LinkAdder } from "./link-adder.tsx";
import { nothingRelatedWords } from "./link-words.ts";
import { RelatedGroup } from "./related-group.tsx";
import { useRelated } from "./use-links.ts";

interface RelatedSectionProps {
  item: ItemKey;
  /** What the item is called. */
  title: string;
  /** Of its heading; without one something around it is the heading. */
  headingLevel?: 3 | null;
  /** At the right of the heading. */
  action?: ReactNode;
}

/** In every detail: what the item names, what names it, and what people have linked with it. */
export function RelatedSection({ item, title, headingLevel = 3, action }: RelatedSectionProps) {
  const headingId = useId();
  const { related, isError, retry } = useRelated(item);
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-related
      {...(headingLevel === null
        ? { "aria-label": `Related to ${title}` }
        : { "aria-labelledby": headingId })}
      className="flex flex-col gap-3 outline-none"
    >
      {headingLevel !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id={headingId} className="text-sm font-semibold text-ink">
            Related
          </h3>
          {action}
        </div>
      )}
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
          Couldn't load what is related.
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        </p>
      )}
      {!related && !isError && <Skeleton className="h-16" />}
      {related && <Found item={item} title={title} related={related} />}
    </section>
  );
}

interface FoundProps {
  item: ItemKey;
  title: string;
  related: RelatedGroups;
}

function Found({ item, title, related: { groups, hidden, ambiguousName } }: FoundProps) {
  const filled = groups.filter(({ total }) => total > 0);
  const known = filled.flatMap(({ links }) => links.map(({ other }) => other.ref));
  return (
    <>
      {filled.map((group) => (
        <RelatedGroup key={group.group} item={item} group={group} />
      ))}
      {filled.length === 0 && (
        <p className="wrap-anywhere text-ink-muted">{nothingRelatedWords(item.kind, title)}</p>
      )}
      {hidden > 0 && <HiddenPlaces item={item} name={ambiguousName ?? title} count={hidden} />}
      <LinkAdder item={item} known={known} />
    </>
  );
}
