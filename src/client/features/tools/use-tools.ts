import { statusOf, logFailure } from "#client/api/errors.ts";
import { loadState } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { describeUndo, useUndoImport } from "#client/features/imports/run/use-undo-import.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { useLibrary } from "#client/features/library/use-library.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { useDeferredFirstValue } from "#client/ui/use-deferred-first-value.ts";

/** Returns all tools in the server's order. */
export function useTools() {
  const query = trpc.tools.list.useQuery({});
  return useLibrary(query);
}

/** Returns a tool and its loading state. */
export function useTool(id: string) {
  const query = trpc.tools.get.useQuery({ id });
  const status = statusOf(query.error);
  /** True if the tool doesn't exist, for example because another user has deleted it. */
  const isMissing = status === 404 || status === 400;
  return { ...loadState(query), tool: useDeferredFirstValue(query.data), isMissing };
}

/** Returns the number of articles about a tool; 0 until it is known. */
export const useArticleCount = (toolId: string): number =>
  trpc.news.list.useQuery({ toolId, limit: 1 }, { staleTime: 0 }).data?.counts?.matching ?? 0;

/** Returns a mutation that adds a tool and starts fetching its news. */
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

/** Returns a mutation that deletes a tool. The tool leaves the list as soon as the server confirms. */
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

/** Returns a mutation that adds the bundled well-known tools to an empty catalogue. */
export function useAddStarterTools() {
  const toast = useToast();
  const { tools } = trpc.useUtils();
  const refresh = () => tools.list.invalidate();
  const undo = useUndoImport({
    onUndone: (undone) => toast.success("Well-known tools removed", describeUndo(undone)),
    refresh: () => void refresh(),
  });
  return trpc.imports.starterTools.useMutation(
    useChange({
      done: ({ created, importId }) => ({
        title: "Well-known tools added",
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
