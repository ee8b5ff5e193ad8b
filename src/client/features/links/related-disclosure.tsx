import { Disclosure } from "#client/ui/disclosure.tsx";
import type { ItemKey } from "#shared/kernel/item-address.ts";

import { RelatedSection } from "./related-section.tsx";

interface RelatedDisclosureProps {
  item: ItemKey;
  title: string;
  /** Level of the headings inside. */
  level: 3 | 4;
  isOpenAtFirst?: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Disclosure in a list card. Related items are loaded when it opens. */
export function RelatedDisclosure({ item, title, level, isOpenAtFirst, onToggle }: RelatedDisclosureProps) {
  return (
    <Disclosure
      variant="inline"
      isOpenAtFirst={isOpenAtFirst}
      onToggle={onToggle}
      title={
        <>
          Related<span className="sr-only">: {title}</span>
        </>
      }
    >
      <div className="pt-2 text-sm text-ink">
        <RelatedSection item={item} title={title} level={level} hasHeading={false} />
      </div>
    </Disclosure>
  );
}
