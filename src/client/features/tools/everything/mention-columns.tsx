import {
  BookOpenText,
  Layers,
  type LucideIcon,
  MessageSquareText,
  Microscope,
  Newspaper,
  TextQuote,
} from "lucide-react";
import { useId } from "react";

import { AllLinks } from "#client/features/links/related-group.tsx";
import { type LinkFilter, useLinkPages } from "#client/features/links/use-links.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

interface Column {
  kind: NonNullable<LinkFilter["kind"]>;
  title: string;
  Icon: LucideIcon;
  /** Content if there are no links. */
  nothing: string;
  /** True to hide the column if it is empty. */
  isOptional?: true;
}

const COLUMNS: readonly Column[] = [
  { kind: "article", title: "News", Icon: Newspaper, nothing: "No news yet." },
  { kind: "paper", title: "Papers", Icon: Microscope, nothing: "No papers yet." },
  { kind: "prompt", title: "Prompts", Icon: TextQuote, nothing: "No prompts yet." },
  { kind: "reading", title: "Readings", Icon: BookOpenText, nothing: "No readings yet." },
  { kind: "discussion", title: "Discussions", Icon: MessageSquareText, nothing: "No discussions yet." },
  { kind: "tool", title: "Tools", Icon: Layers, nothing: "", isOptional: true },
];

/** Number of items shown initially in a column. */
const PAGE_SIZE = 5;

/** Mentions of a tool, with a column for each kind. */
export function MentionColumns({ item, name }: { item: ItemKey; name: string }) {
  return (
    <section aria-label={`Mentions of ${name}`} className="@container">
      <div className="grid gap-x-6 gap-y-8 @xl:grid-cols-2 @3xl:grid-cols-3 @5xl:grid-cols-5">
        {COLUMNS.map((column) => (
          <MentionColumn key={column.kind} item={item} column={column} />
        ))}
      </div>
    </section>
  );
}

function MentionColumn({ item, column }: { item: ItemKey; column: Column }) {
  const { kind, title, Icon, nothing, isOptional } = column;
  const filter = { group: "mentionedIn", kind } as const;
  const { links } = useLinkPages(item, filter, PAGE_SIZE);
  const id = useId();
  if (isOptional && (links === undefined || links.length === 0)) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2
        id={id}
        className="flex items-center gap-2 border-b border-line-strong pb-2 text-sm font-semibold text-ink"
      >
        <Icon aria-hidden className="size-4 text-ink-faint" />
        {title}
      </h2>
      <AllLinks item={item} filter={filter} label={title} isOfOneKind pageSize={PAGE_SIZE}>
        <p className="py-2 text-ink-faint">{nothing}</p>
      </AllLinks>
    </section>
  );
}
