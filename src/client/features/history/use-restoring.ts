import { messageOf, statusOf } from "#client/api/errors.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

/** Returns handlers for the end of a restore: toasts, and a refetch of the item and its history. */
export function useRestoring(noun: LibraryKind, refresh: () => Promise<unknown>) {
  const toast = useToast();
  return {
    onSuccess: (_: unknown, { revision }: { revision: number }) =>
      toast.success("Version Restored", `The ${noun} was restored to version ${revision}.`),
    onError(error: unknown) {
      if (statusOf(error) === 409) {
        toast.failure(
          `${noun.charAt(0).toUpperCase()}${noun.slice(1)} Changed`,
          `Someone else just saved this ${noun}, so nothing was restored. The history now shows their version.`,
        );
      } else {
        toast.failure("Error", messageOf(error, "Failed to restore the version"));
      }
    },
    onSettled: refresh,
  };
}
