import { Badge } from "#client/ui/badge.tsx";
import { RelativeTime } from "#client/ui/relative-time.tsx";
import type { PromptVersion } from "#shared/prompts.ts";
import { personName } from "#shared/user-rules.ts";

interface VersionListProps {
  /** The newest one first. */
  versions: readonly PromptVersion[];
  shown: PromptVersion;
  onShow: (revision: number) => void;
}

/** The versions by number, with who saved each, when and why. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  return (
    <ol
      aria-label="Versions"
      reversed
      className="max-h-52 divide-y divide-line self-start overflow-y-auto rounded-control border border-line md:max-h-[60dvh]"
    >
      {versions.map((version, index) => (
        <li key={version.revision}>
          <button
            type="button"
            aria-current={version === shown}
            onClick={() => onShow(version.revision)}
            className="block w-full px-3 py-2 text-left -outline-offset-2 hover:bg-sunken aria-[current=true]:bg-accent-soft"
          >
            <span className="flex items-center justify-between gap-2 font-medium text-ink">
              Version {version.revision}
              {index === 0 && <Badge tone="success">Current</Badge>}
            </span>
            <span className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
              <span className="min-w-0 break-words">{personName(version.savedBy)}</span>
              <RelativeTime iso={version.savedAt} />
            </span>
            {version.note && (
              <span className="mt-0.5 block text-xs break-words text-ink">{version.note}</span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
