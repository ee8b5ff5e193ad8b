import { MessageSquareText } from "lucide-react";
import { useId } from "react";

import { AllLinks } from "#client/features/links/related-group.tsx";
import { type LinkFilter, useLinkPages } from "#client/features/links/use-links.ts";
import { labelsOf } from "#client/slices.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ITEM_KINDS, type ItemKey } from "#shared/kernel/item-address.ts";

type ColumnKind = NonNullable<LinkFilter["kind"]>;

const COLUMNS: readonly ColumnKind[] = [
  ...ITEM_KINDS.filter((kind) => kind !== "tool"),
  "discussion",
  "tool",
];

const DISCUSSIONS = { many: "Discussions", Icon: MessageSquareText };

/** Number of items shown initially in a column. */
const PAGE_SIZE = 5;

/** Mentions of a tool, with a column for each kind that has any. */
export function MentionColumns({ item, name }: { item: ItemKey; name: string }) {
  return (
    <section aria-label={`Mentions of ${name}`} className="has-[>:empty]:hidden">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-6 gap-y-8">
        {COLUMNS.map((kind) => (
          <MentionColumn key={kind} item={item} kind={kind} />
        ))}
      </div>
    </section>
  );
}

function MentionColumn({ item, kind }: { item: ItemKey; kind: ColumnKind }) {
  const { many: title, Icon } = kind === "discussion" ? DISCUSSIONS : labelsOf(kind);
  const filter = { group: "mentionedIn", kind } as const;
  const { links, isError } = useLinkPages(item, filter, PAGE_SIZE);
  const id = useId();
  if (links === undefined && !isError) return <Skeleton className="h-32" />;
  if (links?.length === 0) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2
        id={id}
        className="flex items-center gap-2 border-b border-line-strong pb-2 text-sm font-semibold text-ink"
      >
        <Icon aria-hidden className="size-4 text-ink-faint" />
        {title}
      </h2>
      <AllLinks item={item} filter={filter} label={title} isOfOneKind pageSize={PAGE_SIZE} />
    </section>
  );
}
