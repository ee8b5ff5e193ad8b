import { useMemo } from "react";

import { statusOf } from "#client/api/errors.ts";
import { loadState, pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useLibrary } from "#client/features/library/use-library.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { type MovePeriod, RING_WORDS } from "#shared/verdicts/rings.ts";
import type { CurrentVerdict } from "#shared/verdicts/verdicts.ts";

/** Returns a tool's verdict and votes. */
export function useToolVerdict(toolId: string) {
  const query = trpc.verdicts.of.useQuery({ toolId });
  return { ...loadState(query), state: query.data };
}

const NO_VERDICTS: ReadonlyMap<string, CurrentVerdict> = new Map();

/** Returns the current verdicts of all tools by tool id; empty while loading. One request serves all rows of a list. */
export function usePresentVerdicts() {
  const present = trpc.verdicts.present.useQuery();
  const { data } = present;
  return {
    verdicts: useMemo<ReadonlyMap<string, CurrentVerdict>>(
      () => (data ? new Map(data.items.map((item) => [item.toolId, item])) : NO_VERDICTS),
      [data],
    ),
    loading: useLibrary(present),
  };
}

/** Returns a mutation that saves a decision on a tool. The dialog shows conflicts. */
export function useDecide(toolName: string) {
  const { verdicts } = trpc.useUtils();
  return trpc.verdicts.decide.useMutation(
    useChange({
      done: (_, { ring }) => ({
        title: "Verdict saved",
        text: `${isolate(toolName)} is now on ${RING_WORDS[ring].label}.`,
      }),
      failed: { title: "Error", text: "Failed to save the verdict" },
      onDone: (state, { toolId }) => verdicts.of.setData({ toolId }, state),
      // After a refusal, this loads the other user's verdict.
      refresh: () => verdicts.invalidate(),
      isShown: (error) => statusOf(error) === 409,
    }),
  );
}

/**
 * Returns a mutation that adds, changes or removes a vote. A toast only reports errors, because the counts show
 * success.
 */
export function useVote() {
  const { verdicts } = trpc.useUtils();
  const { onError } = useChange({
    done: "",
    failed: { title: "Error", text: "Failed to save your vote" },
  });
  return trpc.verdicts.vote.useMutation({
    onError,
    onSuccess: (state, { toolId }) => verdicts.of.setData({ toolId }, state),
    onSettled: (_said, _error, { toolId }) => verdicts.of.invalidate({ toolId }),
  });
}

/** Loads earlier verdicts on a tool page by page, newest first. */
export function useVerdictHistory(toolId: string) {
  const history = trpc.verdicts.history.useInfiniteQuery(
    { toolId, limit: 10 },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const { data } = history;
  const verdicts = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  return { ...pagedList(history), verdicts };
}

/** Returns the ring changes in the days up to a date; null for today. */
export function useMoves(days: MovePeriod, asOf: string | null) {
  const query = trpc.verdicts.moves.useQuery({ days, ...(asOf && { asOf }) });
  return { ...loadState(query), moves: query.data?.items };
}

/** Returns verdicts with an overdue review. */
export const useOverdueVerdicts = () => trpc.verdicts.overdue.useQuery();
