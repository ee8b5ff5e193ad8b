import { trpc } from "#client/api/trpc.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";

const REFRESH_MS = 10_000;

/** How the server is, read anew every ten seconds while the page can be seen, once it was read at all. */
export function useSystem() {
  const isAdmin = useCurrentUser()?.role === "admin";
  const { data, isLoadingError, isRefetchError, isFetching, dataUpdatedAt, refetch } =
    trpc.system.overview.useQuery(undefined, {
      enabled: isAdmin,
      staleTime: 0,
      // A failure to load stands still, with its button: it would be read out at each try.
      refetchInterval: ({ state: { data: last } }) => last !== undefined && REFRESH_MS,
      // Whoever comes back to the page looks at what is so now.
      refetchOnWindowFocus: true,
    });
  return {
    isAdmin,
    system: data,
    isError: isLoadingError && !isFetching,
    /** When what is shown was read, where it could not be read again. */
    staleSince: isRefetchError ? new Date(dataUpdatedAt).toISOString() : null,
    retry: () => void refetch(),
  };
}

/** What needs attention, as of the moment when this is opened. */
export const useAttention = () => trpc.system.overview.useQuery(undefined, { staleTime: 0 }).data?.attention;
