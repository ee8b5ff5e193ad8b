import { Layers, type LucideIcon, MessageSquareText } from "lucide-react";
import { useId } from "react";

import { AllLinks } from "#client/features/links/related-group.tsx";
import { type LinkFilter, useLinkPages } from "#client/features/links/use-links.ts";
import { sections } from "#client/sections.ts";
import { Card } from "#client/ui/card.tsx";
import type { ItemKey } from "#shared/item-address.ts";

interface Column {
  kind: NonNullable<LinkFilter["kind"]>;
  title: string;
  /** Where there is none. */
  nothing: string;
  /** Not shown at all where there is none. */
  isOptional?: true;
}

const COLUMNS: readonly Column[] = [
  { kind: "article", title: "News", nothing: "No news yet." },
  { kind: "paper", title: "Papers", nothing: "No papers yet." },
  { kind: "prompt", title: "Prompts", nothing: "No prompts yet." },
  { kind: "reading", title: "Readings", nothing: "No readings yet." },
  { kind: "discussion", title: "Discussions", nothing: "No discussions yet." },
  { kind: "tool", title: "Tools", nothing: "", isOptional: true },
];

/** How many a column has at first. */
const PAGE_SIZE = 8;

/** What names a tool, a column for each kind. */
export function MentionColumns({ item, name }: { item: ItemKey; name: string }) {
  return (
    <section
      aria-label={`What names ${name}`}
      className="grid grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))] gap-4"
    >
      {COLUMNS.map((column) => (
        <MentionColumn key={column.kind} item={item} column={column} />
      ))}
    </section>
  );
}

function iconOf(kind: NonNullable<LinkFilter["kind"]>): LucideIcon {
  return kind === "discussion"
    ? MessageSquareText
    : (sections.find((one) => one.kind === kind)?.Icon ?? Layers);
}

function MentionColumn({ item, column }: { item: ItemKey; column: Column }) {
  const { kind, title, nothing, isOptional } = column;
  const filter = { group: "mentionedIn", kind } as const;
  const { links } = useLinkPages(item, filter, PAGE_SIZE);
  const id = useId();
  const Icon = iconOf(kind);
  if (isOptional && (links === undefined || links.length === 0)) return null;
  return (
    <Card className="min-w-0 px-4 py-3">
      <section aria-labelledby={id}>
        <h2 id={id} className="mb-1 flex items-center gap-2 text-sm font-semibold text-ink">
          <Icon aria-hidden className="size-4 text-ink-faint" />
          {title}
        </h2>
        <AllLinks item={item} filter={filter} label={title} pageSize={PAGE_SIZE}>
          <p className="py-1 text-ink-faint">{nothing}</p>
        </AllLinks>
      </section>
    </Card>
  );
}
