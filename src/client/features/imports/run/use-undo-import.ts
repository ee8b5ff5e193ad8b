import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf, statusOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { UndoneImport } from "#shared/imports/request.ts";

interface UndoImport {
  onUndone?: (undone: UndoneImport) => void;
  /** Refetches data that the import may have changed. */
  refresh: () => void;
}

const POLL_MS = 1000;

/**
 * Returns a mutation that undoes an import, except for items that were changed since. The server undoes a large import
 * in the background.
 */
export function useUndoImport({ onUndone, refresh }: UndoImport) {
  const toast = useToast();
  const { client, deletions, events } = trpc.useUtils();
  /** Intermediate result of an undo in the background. */
  const [progress, setProgress] = useState<UndoneImport | null>(null);

  async function undoAndWait(input: { importId: string }): Promise<UndoneImport> {
    let undone = await client.imports.undo.mutate(input);
    while (undone.undoing) {
      setProgress(undone);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      // If the connection is lost, the server continues, so keep polling.
      const next = await client.imports.getUndo.query(input).catch((error: unknown) => {
        if (statusOf(error) !== undefined) throw error;
      });
      undone = next ?? undone;
    }
    return undone;
  }

  const undo = useMutation({
    mutationFn: undoAndWait,
    onSuccess: (undone) => onUndone?.(undone),
    onError: (error) => toast.failure("Import not undone", messageOf(error, "Please try again.")),
    onSettled() {
      setProgress(null);
      refresh();
      void deletions.list.invalidate();
      void events.list.invalidate();
    },
  });
  return { ...undo, progress };
}

/** Summarises an undone import, such as "Deleted 12, restored 3. 1 was changed since and stays." */
export function describeUndo({ deleted, restored, kept }: Omit<UndoneImport, "undoing">): string {
  const done = [
    deleted > 0 && `deleted ${deleted.toLocaleString("en-US")}`,
    restored > 0 && `restored ${restored.toLocaleString("en-US")}`,
  ];
  const text = done.filter((part) => part !== false).join(", ");
  const unchanged = kept === 1 ? "1 was changed since and stays." : `${kept} were changed since and stay.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${kept > 0 ? ` ${unchanged}` : ""}`;
}
