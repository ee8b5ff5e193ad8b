import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { UndoneImport } from "#shared/imports/request.ts";

interface UndoImport {
  onUndone?: (undone: UndoneImport) => void;
  /** Refetches data that the import may have changed. */
  refresh: () => void;
}

/** Undoes an import, except for items that were changed since. */
export function useUndoImport({ onUndone, refresh }: UndoImport) {
  const toast = useToast();
  const { deletions, events } = trpc.useUtils();
  return trpc.imports.undo.useMutation({
    onSuccess: (undone) => onUndone?.(undone),
    onError: (error) => toast.failure("Import Not Undone", messageOf(error, "Please try again.")),
    onSettled() {
      refresh();
      void deletions.list.invalidate();
      void events.list.invalidate();
    },
  });
}
