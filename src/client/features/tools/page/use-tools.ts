import { useCallback } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { Tool } from "#shared/tools.ts";

const NO_TOOLS: readonly Tool[] = [];

/** All tools, in the order in which the server gives them. */
export function useTools() {
  const { data, isLoadingError, isFetching, refetch } = trpc.tools.list.useQuery({});
  const retry = useCallback(() => void refetch(), [refetch]);
  const isError = isLoadingError && !isFetching;
  return { tools: data?.items ?? NO_TOOLS, isPending: data === undefined && !isError, isError, retry };
}

/** How many news articles are about a tool; none while that is not known. */
export const useArticleCount = (toolId: string): number =>
  trpc.news.list.useQuery({ toolId, limit: 1 }, { staleTime: 0 }).data?.matching ?? 0;

/** Deletes a tool; the list is without it as soon as the server has agreed. */
export function useDeleteTool(onDeleted: () => void) {
  const toast = useToast();
  const { tools, news } = trpc.useUtils();
  return trpc.tools.remove.useMutation({
    onSuccess: (_, { id }) => {
      toast.success("AI tool deleted successfully");
      onDeleted();
      void news.invalidate();
      tools.list.setData(
        {},
        (page) => page && { ...page, items: page.items.filter((tool) => tool.id !== id) },
      );
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to delete AI tool")),
    onSettled: () => tools.list.invalidate(),
  });
}

/** Puts the bundled well-known tools into the catalogue, as a beginning. */
export function useAddStarterTools() {
  const toast = useToast();
  const { tools } = trpc.useUtils();
  return trpc.imports.starterTools.useMutation({
    onSuccess: ({ created }) => {
      toast.success("Well-Known Tools Added", `Added ${created} tools to the catalogue.`);
      return tools.list.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to add the well-known tools")),
  });
}
