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

/** Summarises an undone import: "Deleted 12, restored 3. 1 was changed since and stays." */
export function undoneText({ deleted, restored, kept }: UndoneImport): string {
  const done = [
    deleted > 0 && `deleted ${deleted.toLocaleString("en-US")}`,
    restored > 0 && `restored ${restored.toLocaleString("en-US")}`,
  ];
  const text = done.filter((part) => part !== false).join(", ");
  const stays = kept === 1 ? "1 was changed since and stays." : `${kept} were changed since and stay.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${kept > 0 ? ` ${stays}` : ""}`;
}
