import { Ellipsis, Layers, Link2, Pencil, MessageSquareText } from "lucide-react";
import { useId } from "react";
import { useNavigate } from "react-router-dom";

import { ItemDiscussion } from "#client/features/discussions/item-discussion.tsx";
import { itemAttributes } from "#client/features/discussions/quote-offer.tsx";
import { NamesProvider } from "#client/features/links/names/named-text.tsx";
import { AllLinks } from "#client/features/links/related-group.tsx";
import { RelatedSection } from "#client/features/links/related-section.tsx";
import { type LinkFilter, useLinkPages } from "#client/features/links/use-links.ts";
import { ItemPill } from "#client/features/live/item-note.tsx";
import { useOpenItemState } from "#client/features/live/open-item.tsx";
import { PromptsInTool } from "#client/features/ratings/prompts-in-tool.tsx";
import { ToolBadges, ToolFacts, ToolTitle } from "#client/features/tools/facts/tool-facts.tsx";
import { useToolVerdict } from "#client/features/verdicts/use-verdicts.ts";
import { VerdictSection } from "#client/features/verdicts/verdict-section.tsx";
import { labelsOf } from "#client/slices.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import {
  itemAddress,
  sectionAddress,
  toolPageAddress,
  ITEM_KINDS,
  type ItemKey,
} from "#shared/kernel/item-address.ts";
import type { Tool } from "#shared/tools/tools.ts";

interface EverythingAboutToolProps {
  tool: Tool;
  onEdit: () => void;
  onDecide: () => void;
}

/** The team's verdict on a tool, all its data, and mentions by kind. */
export function EverythingAboutTool({ tool, onEdit, onDecide }: EverythingAboutToolProps) {
  const item = { kind: "tool", id: tool.id } as const;
  const state = useOpenItemState();
  const isDeleted = state?.latest === null;
  const navigate = useNavigate();
  const { state: verdict, isError } = useToolVerdict(tool.id);
  // In one column, the rest is invisible until the verdict above has loaded, because the verdict's height is unknown.
  const hiddenUntilVerdict = verdict || isError ? "" : "max-lg:invisible";
  useShortcut("e", () => !isDeleted && onEdit());
  return (
    <div className="flex flex-col gap-6">
      <div>
        <ToolHeader tool={tool} isDeleted={isDeleted} onEdit={onEdit} />
        {state && <ItemPill state={state} onClose={() => void navigate(sectionAddress("tool"))} />}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[26rem_minmax(0,1fr)]">
        <VerdictSection toolId={tool.id} headingLevel={2} onDecide={onDecide} />
        <Card {...itemAttributes(item)} className={classNames("px-4 pt-1 pb-5 md:px-6", hiddenUntilVerdict)}>
          <NamesProvider item={item}>
            <ToolFacts
              tool={tool}
              onTag={(tag) => void navigate(`${sectionAddress("tool")}?${queryOf(tag)}`)}
            />
          </NamesProvider>
        </Card>
      </div>
      <div className={classNames("flex flex-col gap-6", hiddenUntilVerdict)}>
        <Card className="px-4 py-4 md:px-6">
          <ItemDiscussion item={item} title={tool.name} />
        </Card>
        <PromptsInTool
          toolId={tool.id}
          headingLevel={2}
          className="rounded-card border border-line bg-surface px-4 py-4 md:px-6"
        />
        <MentionColumns item={item} name={tool.name} />
        <Card className="px-4 py-4 md:px-6">
          <RelatedSection item={item} title={tool.name} level={2} omittedGroup="mentionedIn" />
        </Card>
      </div>
    </div>
  );
}

const queryOf = (tag: string): string => new URLSearchParams({ q: tag }).toString();

interface ToolHeaderProps {
  tool: Tool;
  isDeleted: boolean;
  onEdit: () => void;
}

function ToolHeader({ tool, isDeleted, onEdit }: ToolHeaderProps) {
  const copyLink = useCopyLink();
  return (
    <PageHeader
      isCompact
      title={<ToolTitle tool={tool} />}
      note={
        <div className="mt-3">
          <ToolBadges tool={tool} />
        </div>
      }
      actions={
        <>
          <Menu
            trigger={
              <IconButton label="More" variant="secondary">
                <Ellipsis aria-hidden />
              </IconButton>
            }
            groups={[
              [
                {
                  label: "Copy Link",
                  icon: <Link2 aria-hidden />,
                  onSelect: () => void copyLink(toolPageAddress(tool.id), "tool"),
                },
                {
                  label: "Open in AI Stack",
                  icon: <Layers aria-hidden />,
                  to: itemAddress({ kind: "tool", id: tool.id }),
                },
              ],
            ]}
          />
          <Button
            variant="primary"
            icon={<Pencil aria-hidden />}
            aria-keyshortcuts="e"
            disabled={isDeleted}
            onClick={onEdit}
          >
            Edit
          </Button>
        </>
      }
    />
  );
}

type ColumnKind = NonNullable<LinkFilter["kind"]>;

const COLUMNS: readonly ColumnKind[] = [
  ...ITEM_KINDS.filter((kind) => kind !== "tool"),
  "discussion",
  "tool",
];

const DISCUSSIONS = { many: "Discussions", Icon: MessageSquareText };

/** Number of items shown initially in a column. */
const PAGE_SIZE = 5;

/** Mentions of a tool, with a column for each kind of item that mentions it. */
function MentionColumns({ item, name }: { item: ItemKey; name: string }) {
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
