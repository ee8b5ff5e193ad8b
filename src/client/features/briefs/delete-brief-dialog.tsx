import { useNavigate } from "react-router-dom";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { PublishedBrief } from "#shared/brief/briefs.ts";
import { isolated } from "#shared/texts/escaping.ts";

interface DeleteBriefDialogProps {
  brief: PublishedBrief;
  onClose: () => void;
}

/** Dialog that confirms the deletion of a published brief. */
export function DeleteBriefDialog({ brief: { id, title }, onClose }: DeleteBriefDialogProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const { briefs } = trpc.useUtils();
  const remove = trpc.briefs.remove.useMutation({
    onSuccess: () => {
      toast.success("Brief deleted");
      void briefs.list.invalidate();
      void navigate("/brief");
    },
    onError: (error) => {
      toast.failure("Brief not deleted", messageOf(error, "Please try again."));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id })}
      title="Delete this brief?"
      text={`“${isolated(title)}” and its shared pages will be deleted. This action cannot be undone.`}
      confirmLabel="Delete Brief"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
    />
  );
}
