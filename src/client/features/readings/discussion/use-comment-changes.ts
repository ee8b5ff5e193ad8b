import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** The ways to change a discussion; each tells how it went. */
export function useCommentChanges(readingId: string) {
  const toast = useToast();
  const { comments } = trpc.useUtils();
  const failWith = (title: string) => (error: unknown) =>
    toast.failure(title, messageOf(error, "") || undefined);
  const readAgain = () => comments.list.invalidate({ readingId });

  const add = trpc.comments.add.useMutation({
    onSuccess: (comment) => {
      toast.success("Comment added successfully!");
      comments.list.setData({ readingId }, (page) => page && { ...page, items: [...page.items, comment] });
      // Others may have written meanwhile.
      void readAgain();
    },
    onError: failWith("Failed to add comment. Please try again."),
  });
  const edit = trpc.comments.edit.useMutation({
    onSuccess: (edited) => {
      toast.success("Comment updated successfully!");
      comments.list.setData(
        { readingId },
        (page) =>
          page && {
            ...page,
            items: page.items.map((comment) => (comment.id === edited.id ? edited : comment)),
          },
      );
    },
    onError: failWith("Failed to update comment. Please try again."),
  });
  const remove = trpc.comments.remove.useMutation({
    onSuccess: () => toast.success("Comment deleted successfully!"),
    onError: failWith("Failed to delete comment. Please try again."),
    // What stays as a tombstone is the server's to say.
    onSettled: readAgain,
  });
  return { add, edit, remove };
}
