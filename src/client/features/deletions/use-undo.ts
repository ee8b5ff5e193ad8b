import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { type ToastAction, useToast } from "#client/ui/feedback/toast.tsx";
import type { Restored } from "#shared/kernel/deletions.ts";
import { isolated } from "#shared/texts/right-to-left.ts";

/** Brings back what was deleted, with a toast that says so; whatever shows it is read again. */
export function useRestore() {
  const toast = useToast();
  const { deletions } = trpc.useUtils();
  const refresh = useRefreshRestored();
  return trpc.deletions.restore.useMutation({
    onSuccess(restored) {
      const { kind, title } = restored;
      const name = isolated(title);
      toast.success(kind === "comment" ? `The comment on ${name} is back` : `${name} is back`);
      refresh(restored);
    },
    onError: (error) => toast.failure("Couldn't bring it back", messageOf(error, "Please try again.")),
    // Also where it failed: somebody else may have been faster.
    onSettled: () => deletions.list.invalidate(),
  });
}

/** The action of a toast about a deletion. It works wherever its person has gone meanwhile. */
export function useUndo() {
  const { mutate } = useRestore();
  return (id: string): ToastAction => ({ label: "Undo", onPress: () => mutate({ id }) });
}

function useRefreshRestored() {
  const { tools, news, prompts, readings, comments, events } = trpc.useUtils();
  return ({ kind, containerId }: Restored) => {
    if (kind === "tool") {
      void tools.invalidate();
      void news.invalidate();
    }
    if (kind === "prompt") void prompts.invalidate();
    if (kind === "reading" || kind === "comment") void readings.invalidate();
    if (kind === "comment") void comments.list.invalidate({ readingId: containerId ?? "" });
    void events.list.invalidate();
  };
}
