import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { type Library, toLibrary } from "#client/features/library/use-library.ts";
import type { Dataset } from "#shared/datasets/datasets.ts";

/** Returns all datasets, last updated first. */
export const useDatasets = (): Library<Dataset> => toLibrary(trpc.datasets.list.useQuery({}));

/** Deletes a dataset. The list drops it as soon as the server confirms. */
export function useDeleteDataset(onDeleted: () => void) {
  const { datasets } = trpc.useUtils();
  const undo = useUndo();
  return trpc.datasets.remove.useMutation(
    useChange({
      done: ({ deletionId }) => ({ title: "Dataset deleted", action: undo(deletionId) }),
      failed: { title: "Not deleted", text: "Failed to delete dataset" },
      onDone: (_, { id }) => {
        onDeleted();
        datasets.list.setData({}, withoutItem(id));
      },
      refresh: () => datasets.list.invalidate(),
    }),
  );
}
