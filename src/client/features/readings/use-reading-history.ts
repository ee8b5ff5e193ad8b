import { firstPageOf } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import type { ItemHistory } from "#client/features/history/item-history.ts";
import {
  BY_PAGE,
  farOffVersion,
  useItemHistory,
  versionsOf,
} from "#client/features/history/use-item-history.ts";
import { useRestoring } from "#client/features/history/use-restoring.ts";

/** Returns a reading's history, including the version in the URL. */
export function useReadingHistory(id: string, version: number | null): ItemHistory {
  const { readings } = trpc.useUtils();
  const pages = trpc.readings.versions.useInfiniteQuery(versionsOf(id), BY_PAGE);
  const farOff = trpc.readings.versions.useQuery(...farOffVersion(id, version, pages));
  const readAgain = () => {
    readings.versions.setInfiniteData(versionsOf(id), (known) => known && firstPageOf(known));
    return readings.versions.invalidate({ id });
  };
  const restore = trpc.readings.restore.useMutation(
    useRestoring("reading", () => Promise.all([readAgain(), readings.list.invalidate()])),
  );
  return useItemHistory(id, { pages, farOff, restore, readAgain });
}
