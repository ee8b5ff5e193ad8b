import { useAliases } from "#client/features/links/aliases/use-aliases.ts";
import { NamedText } from "#client/features/links/names/named-text.tsx";
import { dateTime } from "#client/format/dates.ts";
import { hostOf, ExternalLink } from "#client/ui/links.tsx";
import { Badge, ModalityBadge } from "#client/ui/text/badge.tsx";
import { Fact, FactTags, FactText, FieldFact } from "#client/ui/text/fact.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { factsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { industryLabel } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Logo, name, version and maker of a tool. */
export function ToolTitle({ tool }: { tool: Tool }) {
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

/** Badges with the industry and modality of a tool. */
export function ToolBadges({ tool }: { tool: Tool }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {tool.modality && <ModalityBadge modality={tool.modality} />}
      <Badge tone="outline">{industryLabel(tool.industry)}</Badge>
    </div>
  );
}

interface ToolFactsProps {
  tool: Tool;
  onTag: (tag: string) => void;
}

/** Metadata of a tool. */
export function ToolFacts({ tool, onTag }: ToolFactsProps) {
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-2">
      <AliasFact toolId={tool.id} />
      <FactText label="Primary Use Case" text={tool.use && <NamedText text={tool.use} />} />
      <FactText label="Capabilities" text={tool.capabilities && <NamedText text={tool.capabilities} />} />
      {tool.notes && <FactText label="Notes" text={<NamedText text={tool.notes} />} />}
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
        <FieldFact
          key={name}
          row={TOOL_FIELDS[name]}
          value={tool[name]}
          renderText={(text) => <NamedText text={text} />}
        />
      ))}
      <Fact label="Last Updated">
        <time dateTime={tool.dateUpdated}>{dateTime(tool.dateUpdated)}</time>
      </Fact>
    </dl>
  );
}

/** Aliases of a tool. Hidden if there are none. */
function AliasFact({ toolId }: { toolId: string }) {
  const { items = [] } = useAliases(toolId);
  if (items.length === 0) return null;
  return (
    <Fact label="Also known as" isWide>
      <span className="wrap-anywhere">{items.map(({ spelled }) => spelled).join(", ")}</span>
    </Fact>
  );
}
