import { trpc } from "#client/api/trpc.ts";

/** Loads gaps of the landscape, only if they are shown. */
export function useBlindSpots(isWanted: boolean) {
  const { data, isError, isFetching, refetch } = trpc.verdicts.blindSpots.useQuery(undefined, {
    enabled: isWanted,
    // Prompts and papers change the gaps too.
    staleTime: 0,
  });
  return {
    found: isWanted ? data : undefined,
    isError: isWanted && isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}
