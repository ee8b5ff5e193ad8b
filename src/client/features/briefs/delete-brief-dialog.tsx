import { useNavigate } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import type { PublishedBrief } from "#shared/brief/briefs.ts";
import { isolate } from "#shared/texts/escaping.ts";

interface DeleteBriefDialogProps {
  brief: PublishedBrief;
  onClose: () => void;
}

/** Dialog that confirms the deletion of a published brief. */
export function DeleteBriefDialog({ brief: { id, title }, onClose }: DeleteBriefDialogProps) {
  const navigate = useNavigate();
  const { briefs } = trpc.useUtils();
  const remove = trpc.briefs.remove.useMutation(
    useChange({
      done: "Brief deleted",
      failed: "Brief not deleted",
      onDone() {
        void briefs.list.invalidate();
        void navigate("/brief");
      },
    }),
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id }, { onError: onClose })}
      title="Delete this brief?"
      text={`“${isolate(title)}” and its shared pages will be deleted. This action cannot be undone.`}
      confirmLabel="Delete Brief"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
    />
  );
}
