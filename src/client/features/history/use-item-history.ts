import { useMemo } from "react";

import { messageOf, statusOf } from "#client/api/errors.ts";
import { pagedList, type PagedQuery, type QueryState } from "#client/api/load-state.ts";
import { firstPageOf } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { EndlessList } from "#client/ui/list/load-more.tsx";
import { KINDS, type LibraryKind } from "#shared/kernel/item-address.ts";
import type { VersionSummary } from "#shared/kernel/versions.ts";

/** Version of a tool, prompt or reading, with its fields by name. */
export type Version = Readonly<Record<string, unknown>> & Readonly<VersionSummary>;

/** Loaded history of an item. */
export interface ItemHistory extends EndlessList {
  /** Loaded versions, newest first; undefined until the first page arrives. */
  loaded: readonly Version[] | undefined;
  /** The version in the URL and the version before it, if both are older than the loaded ones. */
  linkedVersions: readonly Version[];
  isLoadingLinked: boolean;
  isError: boolean;
  retry: () => void;
  /** Reloads the history from the newest version. */
  reload: () => void;
  isReloading: boolean;

  isRestoring: boolean;
  /** Saves an old version as a new one. Fails if the item has changed since `baseRevision`. */
  restore: (
    request: { revision: number; baseRevision: number },
    then: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
}

/** Paged query for an item's versions. */
interface VersionPages extends PagedQuery {
  data: { pages: readonly { items: readonly Version[] }[] } | undefined;
}

interface HistoryCalls {
  versions: {
    useInfiniteQuery(input: { id: string; limit: number }, options: typeof UNCACHED_PAGES): VersionPages;
    useQuery(
      input: { id: string; upTo: number; limit: number },
      options: { enabled: boolean; gcTime: number },
    ): QueryState & { isLoading: boolean; data: { items: readonly Version[] } | undefined };
  };
  restore: {
    useMutation(handlers: ReturnType<typeof useRestoreHandlers>): {
      isPending: boolean;
      mutate: (
        request: { id: string; revision: number; baseRevision: number },
        then: { onSuccess: () => void; onError: (error: unknown) => void },
      ) => void;
    };
  };
}

/** Cached data of these calls. */
interface HistoryCache {
  invalidate: () => Promise<void>;
  versions: {
    setInfiniteData(
      input: { id: string; limit: number },
      update: <Data extends { pages: unknown[]; pageParams: unknown[] }>(
        known: Data | undefined,
      ) => Data | undefined,
    ): void;
    invalidate(input: { id: string }): Promise<void>;
  };
}

const VERSIONS_PER_PAGE = 50;

/** Query options. Nothing is cached, because other people may save a version between two openings. */
const UNCACHED_PAGES = {
  gcTime: 0,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** Returns an item's history, including the version in the URL. */
export function useItemHistory(kind: LibraryKind, id: string, version: number | null): ItemHistory {
  const section = KINDS[kind].many;
  const calls: HistoryCalls = trpc[section];
  const cache: HistoryCache = trpc.useUtils()[section];
  const input = { id, limit: VERSIONS_PER_PAGE };
  const pages = calls.versions.useInfiniteQuery(input, UNCACHED_PAGES);
  const { data, isFetching } = pages;
  const last = data?.pages.at(-1)?.items.at(-1);
  const isBeyondLoaded =
    version !== null && pages.hasNextPage && last !== undefined && version <= last.revision;
  const linkedQuery = calls.versions.useQuery(
    { id, upTo: version ?? 1, limit: 2 },
    { enabled: isBeyondLoaded, gcTime: 0 },
  );
  const reloadPages = () => {
    cache.versions.setInfiniteData(input, (known) => known && firstPageOf(known));
    return cache.versions.invalidate({ id });
  };
  const restore = calls.restore.useMutation(
    useRestoreHandlers(kind, () => Promise.all([reloadPages(), cache.invalidate()])),
  );
  return {
    ...pagedList(pages),
    loaded: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    linkedVersions: linkedQuery.data?.items ?? [],
    isLoadingLinked: linkedQuery.isLoading,
    isError: (pages.isLoadingError && !isFetching) || (linkedQuery.isLoadingError && !linkedQuery.isFetching),
    retry: () => void (pages.isLoadingError ? pages : linkedQuery).refetch(),
    reload: () => void reloadPages(),
    isReloading: isFetching && !pages.isFetchingNextPage,
    isRestoring: restore.isPending,
    restore: (request, then) => restore.mutate({ id, ...request }, then),
  };
}

/** Returns handlers for the end of a restore: they show a toast, then refetch the item and its history. */
function useRestoreHandlers(noun: LibraryKind, refresh: () => Promise<unknown>) {
  const toast = useToast();
  return {
    onSuccess: (_: unknown, { revision }: { revision: number }) =>
      toast.success("Version restored", `The ${noun} was restored to version ${revision}.`),
    onError(error: unknown) {
      if (statusOf(error) === 409) {
        toast.failure(
          `${noun.charAt(0).toUpperCase()}${noun.slice(1)} changed`,
          `Someone else just saved this ${noun}, so nothing was restored. The history now shows their version.`,
        );
      } else {
        toast.failure("Error", messageOf(error, "Failed to restore the version"));
      }
    },
    onSettled: refresh,
  };
}
