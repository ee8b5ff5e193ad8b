import { trpc } from "#client/api/trpc.ts";

/** Returns the verdicts of a date; null for today. The previous date's remain while others load. */
export function useRadar(asOf: string | null) {
  const { data, isError, isFetching, refetch } = trpc.verdicts.radar.useQuery(asOf === null ? {} : { asOf }, {
    placeholderData: (former) => former,
  });
  return {
    radar: data,
    isError: isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}
