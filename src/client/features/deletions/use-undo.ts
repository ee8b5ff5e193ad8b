import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { type ToastAction, useToast } from "#client/ui/feedback/toast.tsx";
import type { Restored } from "#shared/kernel/deletions.ts";
import { isolated } from "#shared/texts/right-to-left.ts";

/** Restores a deleted item, shows a toast and refetches affected queries. */
export function useRestore() {
  const toast = useToast();
  const { deletions } = trpc.useUtils();
  const refresh = useRefreshRestored();
  return trpc.deletions.restore.useMutation({
    onSuccess(restored) {
      const { kind, title } = restored;
      const name = isolated(title);
      toast.success(kind === "comment" ? `The comment on ${name} was restored` : `${name} was restored`);
      refresh(restored);
    },
    onError: (error) => toast.failure("Couldn't restore it", messageOf(error, "Please try again.")),
    // Also after a failure: another user may have restored it first.
    onSettled: () => deletions.list.invalidate(),
  });
}

/** Returns the undo action for a toast about a deletion. It works from any page. */
export function useUndo() {
  const { mutate } = useRestore();
  return (id: string): ToastAction => ({ label: "Undo", onPress: () => mutate({ id }) });
}

function useRefreshRestored() {
  const { tools, news, prompts, readings, comments, events } = trpc.useUtils();
  return ({ kind }: Restored) => {
    if (kind === "tool") {
      void tools.invalidate();
      void news.invalidate();
    }
    if (kind === "prompt") void prompts.invalidate();
    if (kind === "reading" || kind === "comment") void readings.invalidate();
    if (kind === "comment") void comments.invalidate();
    void events.list.invalidate();
  };
}
