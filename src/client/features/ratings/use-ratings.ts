import { loadState, pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";

/** Returns the tools in which a prompt works, best first, with all ratings. */
export function usePromptRatings(id: string) {
  const query = trpc.ratings.of.useQuery({ id });
  return { ...loadState(query), ratings: query.data };
}

/** Loads the prompts that work in a tool page by page, best first. */
export function usePromptsInTool(toolId: string, pageSize: number) {
  const list = trpc.ratings.inTool.useInfiniteQuery(
    { toolId, limit: pageSize },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  return { ...pagedList(list), prompts: list.data?.pages.flatMap(({ items }) => items) };
}

/** Returns a mutation that rates a prompt in a tool. A toast only reports errors, because the list shows success. */
export function useRatePrompt() {
  const { ratings } = trpc.useUtils();
  const { onError } = useChange({ done: "", failed: { title: "Error", text: "Failed to save your rating" } });
  return trpc.ratings.save.useMutation({
    onError,
    onSuccess: (saved, { id }) => ratings.of.setData({ id }, saved),
    onSettled: () => ratings.invalidate(),
  });
}

/** Returns a mutation that removes the user's rating of the current version of a prompt in a tool. */
export function useRemoveRating() {
  const { ratings } = trpc.useUtils();
  const { onError } = useChange({
    done: "",
    failed: { title: "Error", text: "Failed to remove your rating" },
  });
  return trpc.ratings.remove.useMutation({ onError, onSettled: () => ratings.invalidate() });
}
