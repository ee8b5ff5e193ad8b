import { useEffect } from "react";

import { trpc } from "#client/api/trpc.ts";
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx";
import type { ListedReading } from "#shared/readings.ts";

import { commentsOf, useDeleteReading } from "./use-readings.ts";

interface DeleteReadingDialogProps {
  reading: ListedReading;
  onClose: () => void;
}

/** Asks before a reading and its discussion are deleted for everybody. */
export function DeleteReadingDialog({ reading, onClose }: DeleteReadingDialogProps) {
  const deleteReading = useDeleteReading(onClose);
  const { readings } = trpc.useUtils();
  const { title, commentCount } = reading;
  useEffect(() => {
    // Somebody may have commented since the list was read.
    void readings.list.invalidate();
  }, [readings]);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => deleteReading.mutate({ id: reading.id })}
      isPending={deleteReading.isPending}
      title="Delete Reading"
      text={
        <>
          Are you sure you want to delete{" "}
          <strong className="font-medium break-words text-ink">{title}</strong>?
        </>
      }
      confirmLabel="Delete Reading"
      pendingLabel="Deleting..."
    >
      <p className="text-ink-muted">
        This action cannot be undone.{" "}
        {commentCount === 0
          ? "Nobody has commented on it."
          : `Its ${commentsOf(commentCount)} will be deleted with it.`}
      </p>
    </ConfirmDialog>
  );
}
