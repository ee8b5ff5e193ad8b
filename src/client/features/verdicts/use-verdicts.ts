import { useMemo } from "react";

import { statusOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { toLibrary } from "#client/features/library/use-library.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";
import type { PresentVerdict } from "#shared/verdicts/verdicts.ts";

/** What the team says of a tool: what holds now and what people think of it. */
export function useToolVerdict(toolId: string) {
  const { data, isError, isFetching, refetch } = trpc.verdicts.of.useQuery({ toolId });
  return {
    said: data,
    isError: isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}

const NONE: ReadonlyMap<string, PresentVerdict> = new Map();

/** The present verdicts of all tools, by tool; none until they are known. One call serves every row of a list. */
export function usePresentVerdicts() {
  const present = trpc.verdicts.present.useQuery();
  const { data } = present;
  return {
    verdicts: useMemo<ReadonlyMap<string, PresentVerdict>>(
      () => (data ? new Map(data.items.map((item) => [item.toolId, item])) : NONE),
      [data],
    ),
    loading: toLibrary(present),
  };
}

/** Decides on a tool. The dialog itself shows that somebody else was quicker. */
export function useDecide(toolName: string) {
  const { verdicts } = trpc.useUtils();
  return trpc.verdicts.decide.useMutation(
    useChange({
      done: (_, { ring }) => ({
        title: "Verdict Saved",
        text: `${toolName} is now on ${RING_WORDS[ring].label}.`,
      }),
      failed: { title: "Error", text: "Failed to save the verdict" },
      onDone: (said, { toolId }) => verdicts.of.setData({ toolId }, said),
      // After a refusal it brings what somebody else has decided meanwhile.
      refresh: () => verdicts.invalidate(),
      isShown: (error) => statusOf(error) === 409,
    }),
  );
}

/** Gives, changes or takes back a vote; a toast tells only of what went wrong, since the counts show the rest. */
export function useVote() {
  const { verdicts } = trpc.useUtils();
  const { onError } = useChange({
    done: "",
    failed: { title: "Error", text: "Failed to save your vote" },
  });
  return trpc.verdicts.vote.useMutation({
    onError,
    onSuccess: (said, { toolId }) => verdicts.of.setData({ toolId }, said),
    onSettled: (_said, _error, { toolId }) => verdicts.of.invalidate({ toolId }),
  });
}

/** What was decided on a tool before, newest first, page by page. */
export function useVerdictHistory(toolId: string) {
  const history = trpc.verdicts.history.useInfiniteQuery(
    { toolId, limit: 10 },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const { data, isError, isFetching } = history;
  return {
    verdicts: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    isError: isError && data === undefined && !isFetching,
    hasMore: history.hasNextPage,
    isLoadingMore: history.isFetchingNextPage,
    loadMore: () => void history.fetchNextPage(),
    retry: () => void history.refetch(),
  };
}

/** Verdicts that were to be looked at again by now. */
export const useOverdueVerdicts = () => trpc.verdicts.overdue.useQuery().data;
