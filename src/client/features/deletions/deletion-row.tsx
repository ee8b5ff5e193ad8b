import { RotateCcw, Trash2 } from "lucide-react";

import { longFormDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Deletion } from "#shared/kernel/deletions.ts";
import { companionWords } from "#shared/kernel/event-words.ts";

import { nameOfDeleted } from "./deletion-words.ts";
import { useRestore } from "./use-undo.ts";

const KINDS: Record<Deletion["kind"], string> = {
  tool: "Tool",
  prompt: "Prompt",
  reading: "Reading",
  comment: "Comment",
};

interface DeletionRowProps {
  deletion: Deletion;
  onPurge: (deletion: Deletion) => void;
}

/** Deleted item with its author and expiry. It can be restored or permanently deleted. */
export function DeletionRow({ deletion, onPurge }: DeletionRowProps) {
  const { mutate, isPending } = useRestore();
  const { id, kind, contents, deletedBy, deletedAt, goneAt } = deletion;
  const companions = companionWords(contents);
  const name = nameOfDeleted(deletion);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge>{KINDS[kind]}</Badge>
          <bdi className="min-w-0 font-medium wrap-anywhere text-ink">{name}</bdi>
          {companions !== "" && <span className="text-ink-muted">with {companions}</span>}
        </p>
        <p className="mt-0.5 text-xs text-ink-muted">
          Deleted by <bdi>{personName(deletedBy)}</bdi> <RelativeTime iso={deletedAt} /> · kept until{" "}
          <span className="whitespace-nowrap">{longFormDate(goneAt)}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={`Restore: ${name}`}
          icon={<RotateCcw aria-hidden />}
          isPending={isPending}
          pendingLabel="Restoring..."
          onClick={() => mutate({ id })}
        >
          Restore
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={`Delete for Good: ${name}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => onPurge(deletion)}
        >
          Delete for Good
        </Button>
      </div>
    </li>
  );
}
