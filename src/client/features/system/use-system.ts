import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

const REFRESH_MS = 10_000;

/** Returns the system state. After the first load, refetches every ten seconds while the page is visible. */
export function useSystem() {
  const { data, isLoadingError, isRefetchError, isFetching, dataUpdatedAt, refetch } =
    trpc.system.overview.useQuery(undefined, {
      staleTime: 0,
      // Doesn't repeat a failed first load: screen readers would announce the error each time.
      refetchInterval: ({ state: { data: last } }) => last !== undefined && REFRESH_MS,
      // Users who return to the page expect the current state.
      refetchOnWindowFocus: true,
    });
  return {
    system: data,
    isError: isLoadingError && !isFetching,
    /** Time of the shown data, if the last refetch failed. */
    staleSince: isRefetchError ? new Date(dataUpdatedAt).toISOString() : null,
    retry: () => void refetch(),
  };
}

/** Switches the daily check for a new release. */
export function useReleaseCheck() {
  const toast = useToast();
  const { system } = trpc.useUtils();
  return trpc.system.checkReleases.useMutation({
    onSuccess: () => system.overview.invalidate(),
    onError: (error) => toast.failure("Not switched", messageOf(error, "Couldn't reach the server.")),
  });
}
