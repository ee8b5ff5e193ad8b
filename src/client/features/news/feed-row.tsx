import { Trash2 } from "lucide-react";

import { Badge } from "#client/ui/badge.tsx";
import { ExternalLink } from "#client/ui/external-link.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { RelativeTime } from "#client/ui/relative-time.tsx";
import type { Feed } from "#shared/feeds.ts";
import type { SourceHealth } from "#shared/sources.ts";

interface FeedRowProps {
  feed: Feed;
  health: SourceHealth | undefined;
  isRemoving: boolean;
  onRemove: () => void;
}

/** One feed: where it is, how it does, and the way to be rid of it. */
export function FeedRow({ feed: { title, url }, health, isRemoving, onRemove }: FeedRowProps) {
  return (
    <li className="flex items-start gap-2 py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <div className="text-xs">
          <ExternalLink href={url}>{url}</ExternalLink>
        </div>
        <FeedHealth health={health} />
      </div>
      <IconButton size="small" label={`Remove ${title}`} aria-disabled={isRemoving} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function FeedHealth({ health }: { health: SourceHealth | undefined }) {
  const { lastSuccessAt, lastErrorAt, lastError } = health ?? {};
  if (lastErrorAt && lastErrorAt > (lastSuccessAt ?? "")) {
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-muted">
        <Badge tone="danger">Failed</Badge>
        <span className="wrap-anywhere">
          <RelativeTime iso={lastErrorAt} />
          {lastError && `: ${lastError}`}
        </span>
      </p>
    );
  }
  return (
    <p className="mt-1 text-xs text-ink-faint">
      {lastSuccessAt ? (
        <>
          Read <RelativeTime iso={lastSuccessAt} />
        </>
      ) : (
        "Not read yet"
      )}
    </p>
  );
}
