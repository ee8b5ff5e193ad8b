import { trpc } from "#client/api/trpc.ts";

/** Where in the landscape something is missing; asked for only where it is wanted. */
export function useBlindSpots(isWanted: boolean) {
  const { data, isError, isFetching, refetch } = trpc.verdicts.blindSpots.useQuery(undefined, {
    enabled: isWanted,
    // Prompts and papers change what is missing, too.
    staleTime: 0,
  });
  return {
    found: isWanted ? data : undefined,
    isError: isWanted && isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}
