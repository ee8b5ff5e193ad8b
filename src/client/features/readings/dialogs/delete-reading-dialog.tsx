import { useEffect } from "react";

import { trpc } from "#client/api/trpc.ts";
import { commentsOf, useDeleteReading } from "#client/features/readings/page/use-readings.ts";
import { DeleteDialog } from "#client/ui/delete-dialog.tsx";
import type { ListedReading } from "#shared/readings.ts";

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
    <DeleteDialog
      title="Delete Reading"
      name={title}
      confirmLabel="Delete Reading"
      isPending={deleteReading.isPending}
      onConfirm={() => deleteReading.mutate({ id: reading.id })}
      onClose={onClose}
    >
      {commentCount === 0 ? "It has no comments." : `Its ${commentsOf(commentCount)} will be deleted too.`}
    </DeleteDialog>
  );
}
