import { Layers } from "lucide-react";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";
import { ModalityBadge } from "#client/ui/text/badge.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { itemAddress } from "#shared/kernel/item-address.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Returns the latest changed tools. */
export const useLatestTools = () => trpc.tools.list.useQuery({ limit: 5 });

interface LatestToolsProps {
  latest: ReturnType<typeof useLatestTools>;
}

/** Latest changes in the AI Stack. */
export function LatestTools({ latest }: LatestToolsProps) {
  return (
    <section aria-labelledby="latest-tools">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="latest-tools" className="text-base font-semibold">
          Latest in the AI Stack
        </h2>
        <LinkButton to="/dashboard" variant="ghost" size="small">
          Show all
        </LinkButton>
      </div>
      <List latest={latest} />
    </section>
  );
}

function List({ latest }: LatestToolsProps) {
  if (latest.isPending) return <Skeletons />;
  if (latest.isError)
    return <ErrorState text="Couldn't load the latest tools." onRetry={() => void latest.refetch()} />;
  if (latest.data.items.length === 0) {
    return (
      <EmptyState
        icon={<Layers />}
        title="No Tools Yet"
        text="Your catalogue is empty. Add your first tool, or start with well-known ones."
        action={
          <LinkButton to="/dashboard" variant="primary">
            Open AI Stack
          </LinkButton>
        }
      />
    );
  }
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {latest.data.items.map((tool) => (
          <li key={tool.id}>
            <ToolLink tool={tool} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ToolLink({ tool }: { tool: Tool }) {
  return (
    <Link
      to={itemAddress({ kind: "tool", id: tool.id })}
      className="flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2! transition-colors hover:bg-sunken"
    >
      <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{tool.name}</span>
        {tool.company && <span className="block truncate text-ink-muted">{tool.company}</span>}
      </span>
      {tool.modality && (
        <span className="max-sm:hidden">
          <ModalityBadge modality={tool.modality} />
        </span>
      )}
      <span className="shrink-0 text-xs text-ink-faint sm:w-36 sm:text-right">
        <RelativeTime iso={tool.dateUpdated} />
      </span>
    </Link>
  );
}

function Skeletons() {
  return (
    <Card className="divide-y divide-line">
      {["a", "b", "c", "d", "e"].map((key) => (
        <div key={key} className="flex min-h-14 items-center gap-3 px-4 py-2.5">
          <Skeleton className="size-8 rounded-control" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </Card>
  );
}
