import { History, Link2, Pencil, Trash2 } from "lucide-react";

import { ItemNote } from "#client/features/live/item-note.tsx";
import { useIsGone } from "#client/features/live/open-item.tsx";
import { VerdictSection } from "#client/features/verdicts/verdict-section.tsx";
import { dateTime } from "#client/format/dates.ts";
import { hostOf } from "#client/format/web-address.ts";
import { Badge } from "#client/ui/badge.tsx";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { ExternalLink } from "#client/ui/external-link.tsx";
import { Fact, FactTags, FactText, FieldFact } from "#client/ui/fact.tsx";
import { FooterButton } from "#client/ui/footer-button.tsx";
import { Logo } from "#client/ui/logo.tsx";
import { ModalityBadge } from "#client/ui/modality-badge.tsx";
import { useCopyLink } from "#client/ui/use-copy-link.ts";
import { useShortcut } from "#client/ui/use-shortcut.ts";
import { factsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { itemAddress } from "#shared/item-address.ts";
import { industryLabel } from "#shared/tool-filter.ts";
import type { Tool } from "#shared/tools.ts";

interface ToolDetailDialogProps {
  tool: Tool;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onHistory: () => void;
  onDecide: () => void;
  onTag: (tag: string) => void;
}

/** Everything that is known of a tool. */
export function ToolDetailDialog(props: ToolDetailDialogProps) {
  const { tool, onClose, onEdit, onDelete, onHistory, onDecide, onTag } = props;
  const copyLink = useCopyLink();
  const isGone = useIsGone();
  useShortcut("e", () => !isGone && onEdit(), "dialog");
  useShortcut("h", () => !isGone && onHistory(), "dialog");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<ToolTitle tool={tool} />}
      footer={
        <>
          <FooterButton
            label="Copy Link"
            icon={<Link2 aria-hidden />}
            onClick={() => void copyLink(itemAddress({ kind: "tool", id: tool.id }), "tool")}
          />
          <FooterButton
            label="History"
            icon={<History aria-hidden />}
            keys="h"
            disabled={isGone}
            onClick={onHistory}
          />
          <FooterButton label="Delete" icon={<Trash2 aria-hidden />} disabled={isGone} onClick={onDelete} />
          <span className="flex-1" />
          <Button
            variant="primary"
            icon={<Pencil aria-hidden />}
            aria-keyshortcuts="e"
            disabled={isGone}
            onClick={onEdit}
          >
            Edit
          </Button>
        </>
      }
    >
      <ItemNote />
      <div className="flex flex-wrap gap-1.5">
        {tool.modality && <ModalityBadge modality={tool.modality} />}
        <Badge tone="outline">{industryLabel(tool.industry)}</Badge>
      </div>
      <div className="mt-4">
        <VerdictSection toolId={tool.id} onDecide={onDecide} />
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-2">
        <FactText label="Primary Use Case" text={tool.use} />
        <FactText label="Capabilities" text={tool.capabilities} />
        {tool.notes && <FactText label="Notes" text={tool.notes} />}
        {tool.tags.length > 0 && <FactTags tags={tool.tags} onTag={onTag} />}
        {tool.releaseNotes.length > 0 && (
          <Fact label="Release Notes" isWide>
            <ul className="divide-y divide-line rounded-control border border-line">
              {tool.releaseNotes.map(({ url, date }) => (
                <li key={`${date} ${url}`} className="flex items-center justify-between gap-4 px-3 py-1.5">
                  <ExternalLink href={url}>{hostOf(url)}</ExternalLink>
                  <span className="shrink-0 text-xs text-ink-faint">{date}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {tool.url && (
          <Fact label="Website">
            <ExternalLink href={tool.url}>{hostOf(tool.url)}</ExternalLink>
          </Fact>
        )}
        {factsOf(TOOL_FIELDS).map((name) => (
          <FieldFact key={name} row={TOOL_FIELDS[name]} value={tool[name]} />
        ))}
        <Fact label="Last Updated">
          <time dateTime={tool.dateUpdated}>{dateTime(tool.dateUpdated)}</time>
        </Fact>
      </dl>
    </Dialog>
  );
}

function ToolTitle({ tool }: { tool: Tool }) {
  return (
    <span className="flex items-center gap-4">
      <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} size="large" />
      <span className="min-w-0 break-words">
        <span className="block text-xl font-semibold tracking-tight text-ink">
          {tool.name}
          {tool.version && <span className="ml-2 text-sm font-normal text-ink-faint">{tool.version}</span>}
        </span>
        {tool.company && <span className="block text-sm font-normal text-ink-muted">{tool.company}</span>}
      </span>
    </span>
  );
}
