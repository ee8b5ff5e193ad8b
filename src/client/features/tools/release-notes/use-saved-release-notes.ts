import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** Puts a release note into the stored tool at once. */
export function useSaveReleaseNote() {
  const toast = useToast();
  const { tools } = trpc.useUtils();
  return trpc.tools.saveReleaseNote.useMutation({
    onSuccess: () => {
      toast.success("Release Note Added");
      void tools.list.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to save release note")),
  });
}

/** Has the server look for release notes of a tool, and gives the tool as it is afterwards. */
export function useRefreshReleaseNotes() {
  const toast = useToast();
  const { tools, client } = trpc.useUtils();
  const refresh = trpc.tools.refreshReleaseNotes.useMutation({
    onSuccess: ({ message }) => {
      toast.success("Release Notes Updated", message);
      void tools.list.invalidate();
    },
    onError: (error) => toast.failure("Update Failed", messageOf(error, "Failed to update release notes")),
  });
  return {
    isPending: refresh.isPending,
    refresh: async (id: string) => {
      await refresh.mutateAsync({ id });
      return client.tools.get.query({ id });
    },
  };
}
