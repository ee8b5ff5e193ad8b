import { Waypoints } from "lucide-react";

import { Disclosure } from "#client/ui/disclosure.tsx";
import type { ItemKey } from "#shared/item-address.ts";

import { RelatedSection } from "./related-section.tsx";

interface RelatedDisclosureProps {
  item: ItemKey;
  /** What the item is called. */
  title: string;
  /** A frame of its own, or a word in a line of small ones. */
  look?: "framed" | "inline";
  isOpenAtFirst?: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** On a card in a list: what is related is asked for when somebody opens it. */
export function RelatedDisclosure(props: RelatedDisclosureProps) {
  const { item, title, look = "framed", isOpenAtFirst, onToggle } = props;
  return (
    <Disclosure
      look={look}
      isOpenAtFirst={isOpenAtFirst}
      onToggle={onToggle}
      title={
        look === "framed" ? (
          <>
            <Waypoints aria-hidden className="size-4 text-ink-faint" />
            Related
          </>
        ) : (
          <>
            Related<span className="sr-only"> to {title}</span>
          </>
        )
      }
    >
      <div className={look === "inline" ? "pt-2 text-sm text-ink" : "text-sm text-ink"}>
        <RelatedSection item={item} title={title} headingLevel={null} />
      </div>
    </Disclosure>
  );
}
