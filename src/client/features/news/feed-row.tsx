import { Trash2 } from "lucide-react";

import { ExternalLink } from "#client/ui/external-link.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import type { Feed } from "#shared/news/feeds.ts";
import type { SourceHealth } from "#shared/news/sources.ts";

import { FeedHealth } from "./feed-health.tsx";

interface FeedRowProps {
  feed: Feed;
  health: SourceHealth | undefined;
  isRemoving: boolean;
  onRemove: () => void;
}

/** One feed: where it is, how it does, and the way to be rid of it. */
export function FeedRow({
  feed: { title, url, reading, createdAt },
  health,
  isRemoving,
  onRemove,
}: FeedRowProps) {
  return (
    <div className="flex items-start gap-2 py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <div className="text-xs">
          <ExternalLink href={url}>{url}</ExternalLink>
        </div>
        <FeedHealth health={health} reading={reading} addedAt={createdAt} />
      </div>
      <IconButton size="small" label={`Remove ${title}`} aria-disabled={isRemoving} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
