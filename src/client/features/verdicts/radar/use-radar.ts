import { trpc } from "#client/api/trpc.ts";

/** The verdicts as they were on a day, today for null. While another day is on its way, the former one stays. */
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
