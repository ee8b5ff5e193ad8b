import { statusOf } from "#client/api/errors.ts";
import { logFailure } from "#client/api/log-failure.ts";
import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { undoneText } from "#client/features/imports/run/undone-text.ts";
import { useUndoImport } from "#client/features/imports/run/use-undo-import.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { toLibrary } from "#client/features/library/use-library.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** All tools, in the order in which the server gives them. */
export function useTools() {
  const query = trpc.tools.list.useQuery({});
  return toLibrary(query);
}

/** One tool, and whether there is such a one. */
export function useTool(id: string) {
  const { data, error, isFetching, refetch } = trpc.tools.get.useQuery({ id });
  return {
    tool: data,
    /** Also after it was there: somebody has deleted it. */
    isGone: statusOf(error) === 404 || statusOf(error) === 400,
    isError: error !== null && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}

/** How many news articles are about a tool; none while that is not known. */
export const useArticleCount = (toolId: string): number =>
  trpc.news.list.useQuery({ toolId, limit: 1 }, { staleTime: 0 }).data?.counts?.matching ?? 0;

/** Adds a tool to the catalogue and has the server look for news of it. */
export function useAddTool() {
  const { tools, news } = trpc.useUtils();
  const fetchNews = trpc.news.fetchForTool.useMutation({
    onSuccess: () => news.list.invalidate(),
    onError: (error) => logFailure("Couldn't fetch news for a new tool", error),
  });
  return trpc.tools.add.useMutation(
    useChange({
      done: "AI tool added successfully",
      failed: { title: "Error", text: "Failed to add AI tool" },
      onDone: ({ id }) => fetchNews.mutate({ id }),
      refresh: () => void tools.list.invalidate(),
    }),
  );
}

/** Deletes a tool; the list is without it as soon as the server has agreed. */
export function useDeleteTool(onDeleted: () => void) {
  const { tools, news } = trpc.useUtils();
  const undo = useUndo();
  return trpc.tools.remove.useMutation(
    useChange({
      done: ({ deletionId }) => ({ title: "AI tool deleted successfully", action: undo(deletionId) }),
      failed: { title: "Error", text: "Failed to delete AI tool" },
      onDone: (_, { id }) => {
        onDeleted();
        void news.invalidate();
        tools.list.setData({}, withoutItem(id));
      },
      refresh: () => tools.list.invalidate(),
    }),
  );
}

/** Puts the bundled well-known tools into the catalogue, as a beginning. */
export function useAddStarterTools() {
  const toast = useToast();
  const { tools } = trpc.useUtils();
  const refresh = () => tools.list.invalidate();
  const undo = useUndoImport({
    onUndone: (undone) => toast.success("Well-Known Tools Removed", undoneText(undone)),
    refresh: () => void refresh(),
  });
  return trpc.imports.starterTools.useMutation(
    useChange({
      done: ({ created, importId }) => ({
        title: "Well-Known Tools Added",
        text: `Added ${created} tools to the catalogue.`,
        ...(importId !== null && {
          action: { label: "Undo", onPress: () => undo.mutate({ importId }) },
        }),
      }),
      failed: { title: "Error", text: "Failed to add the well-known tools" },
      refresh,
    }),
  );
}
