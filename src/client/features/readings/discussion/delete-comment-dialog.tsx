import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx";

import type { useCommentChanges } from "./use-comment-changes.ts";

interface DeleteCommentDialogProps {
  commentId: string;
  hasReplies: boolean;
  remove: ReturnType<typeof useCommentChanges>["remove"];
  onClose: () => void;
}

/** Confirms that one's own comment is deleted. */
export function DeleteCommentDialog({ commentId, hasReplies, remove, onClose }: DeleteCommentDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: commentId }, { onSuccess: onClose })}
      isPending={remove.isPending}
      title="Delete Comment"
      text="Are you sure you want to delete this comment?"
      confirmLabel="Delete Comment"
      pendingLabel="Deleting..."
    >
      {hasReplies && <p className="text-ink-muted">Replies to it are kept.</p>}
    </ConfirmDialog>
  );
}
