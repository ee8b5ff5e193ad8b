import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { slices } from "#client/slices.ts";
import type { ToastAction } from "#client/ui/feedback/toast.tsx";
import type { Restored } from "#shared/kernel/deletions.ts";
import { isolate } from "#shared/texts/escaping.ts";

/** Returns a mutation that restores a deleted item, shows a toast and refetches affected queries. */
export function useRestore() {
  const { deletions } = trpc.useUtils();
  const onDone = useRefreshRestored();
  return trpc.deletions.restore.useMutation(
    useChange({
      done: ({ kind, title }) => ({
        title: `${kind === "comment" ? "The comment on " : ""}${isolate(title)} was restored`,
      }),
      failed: "Couldn't restore it",
      onDone,
      // Also after a failure: another user may have restored it first.
      refresh: () => deletions.list.invalidate(),
    }),
  );
}

/** Returns a function that creates the undo action of a toast about a deletion. The action works on any page. */
export function useUndo() {
  const { mutate } = useRestore();
  return (id: string): ToastAction => ({ label: "Undo", onPress: () => mutate({ id }) });
}

function useRefreshRestored() {
  const utils = trpc.useUtils();
  return ({ kind, containerKind }: Restored) => {
    const item = kind === "comment" ? (containerKind ?? "reading") : kind;
    for (const { isAffected, refetch } of slices.flatMap(({ refresh = [] }) => refresh))
      if (isAffected({ kind: item, verb: "restored" })) void refetch(utils);
    if (kind === "tool") void utils.news.invalidate();
    if (kind === "comment") void utils.comments.invalidate();
    void utils.events.list.invalidate();
  };
}
