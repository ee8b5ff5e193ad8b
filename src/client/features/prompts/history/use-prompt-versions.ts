import { messageOf, statusOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { Prompt } from "#shared/prompts.ts";

/** Every version of a prompt, the present one first; requested anew each time the history opens. */
export function usePromptVersions(promptId: string) {
  const { data, isError, isFetching, refetch } = trpc.prompts.versions.useQuery(
    { id: promptId },
    { refetchOnMount: "always" },
  );
  return { versions: data?.items, isError: isError && !isFetching, retry: () => void refetch() };
}

/** Makes what an old version held a new one, unless somebody else has changed the prompt meanwhile. */
export function useRestoreVersion({ id, revision: baseRevision }: Prompt) {
  const toast = useToast();
  const { prompts } = trpc.useUtils();
  const restore = trpc.prompts.restore.useMutation({
    onSuccess: (_, { revision }) =>
      toast.success("Version Restored", `The prompt is back to version ${revision}.`),
    onError: (error) => {
      if (statusOf(error) === 409) {
        toast.failure(
          "Prompt Changed",
          "Someone else just saved this prompt. The history now shows their version.",
        );
      } else {
        toast.failure("Error", messageOf(error, "Failed to restore the version"));
      }
    },
    onSettled: () => prompts.invalidate(),
  });
  return {
    isPending: restore.isPending,
    run: (revision: number) => restore.mutate({ id, revision, baseRevision }),
  };
}
