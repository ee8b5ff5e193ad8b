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

/** Returns a tool's history, including the version in the URL. */
export function useToolHistory(id: string, version: number | null): ItemHistory {
  const { tools } = trpc.useUtils();
  const pages = trpc.tools.versions.useInfiniteQuery(versionsOf(id), BY_PAGE);
  const farOff = trpc.tools.versions.useQuery(...farOffVersion(id, version, pages));
  const readAgain = () => {
    tools.versions.setInfiniteData(versionsOf(id), (known) => known && firstPageOf(known));
    return tools.versions.invalidate({ id });
  };
  const restore = trpc.tools.restore.useMutation(
    useRestoring("tool", () => Promise.all([readAgain(), tools.list.invalidate()])),
  );
  return useItemHistory(id, { pages, farOff, restore, readAgain });
}
