import { useMemo, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { refOf } from "#client/features/links/use-links.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

import { type DraftLocation, draftSlots, storeDraft } from "./comment-drafts.ts";

/** Actions of a discussion for its comments. */
export interface DiscussionContext {
  userId: string;
  draftLocation: DraftLocation;
  /** Scrolls to a comment and focuses it. */
  show: (id: string) => void;
  /** Opens the reply box below a comment and closes any other. */
  reply: (id: string) => void;
  closeReply: (id: string) => void;
  edit: (id: string) => void;
  cancelEdit: (id: string) => void;
  confirmDelete: (id: string) => void;
  /** `add` and `save` resolve to true on success. */
  add: (text: string, parentId: string | null) => Promise<boolean>;
  save: (id: string, text: string) => Promise<boolean>;
  /** Deletes the draft of a reply. */
  discardReply: (id: string) => void;
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id));

async function succeeds(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    // A toast has already reported the error.
    return false;
  }
}

/** Manages the open boxes of a discussion and the actions of its comments. */
export function useDiscussion(userId: string, { kind, id: itemId }: ItemKey) {
  const draftLocation = useMemo(() => ({ userId, item: { kind, id: itemId } }), [userId, kind, itemId]);
  const [drafts, setDrafts] = useState(() => draftSlots(draftLocation));
  const [replyTo, setReplyTo] = useState<string | null>(null);
  // Reopens editors with stored drafts.
  const [editing, setEditing] = useState<ReadonlySet<string>>(
    () =>
      new Set([...drafts].flatMap((slot) => (slot.startsWith("edit ") ? slot.slice("edit ".length) : []))),
  );
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const [target, setTarget] = useState<{ id: string } | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  const { add, edit, remove } = useCommentChanges(draftLocation.item);
  const { mutateAsync: send } = add;
  const { mutateAsync: change } = edit;

  const context = useMemo((): DiscussionContext => {
    const show = (id: string) => setTarget({ id });
    function discardReply(id: string) {
      storeDraft(draftLocation, `reply ${id}`, "");
      setDrafts(draftSlots(draftLocation));
    }
    function endEdit(id: string) {
      storeDraft(draftLocation, `edit ${id}`, "");
      setEditing((ids) => without(ids, id));
      show(id);
    }
    return {
      userId,
      draftLocation,
      show,
      reply(id) {
        setDrafts(draftSlots(draftLocation));
        setReplyTo(id);
      },
      closeReply(id) {
        setDrafts(draftSlots(draftLocation));
        setReplyTo(null);
        show(id);
      },
      edit: (id) => setEditing((ids) => new Set(ids).add(id)),
      cancelEdit: endEdit,
      confirmDelete: setDeletingId,
      add: (content, parentId) =>
        succeeds(async () => {
          const { id } = await send({ ref: refOf(draftLocation.item), content, parentId });
          if (parentId !== null) {
            discardReply(parentId);
            setReplyTo(null);
          }
          setAddedId(id);
          show(id);
        }),
      save: (id, content) =>
        succeeds(async () => {
          await change({ id, content });
          endEdit(id);
        }),
      discardReply,
    };
  }, [userId, draftLocation, send, change]);

  return { context, drafts, replyTo, editing, target, addedId, deletingId, setDeletingId, remove };
}

function useCommentChanges(item: ItemKey) {
  const discussion = { ref: refOf(item) };
  const { comments, links } = trpc.useUtils();
  const undo = useUndo();
  function refetchComments() {
    // The change may have added or removed a mention.
    void links.invalidate();
    return comments.list.invalidate(discussion);
  }

  const add = trpc.comments.add.useMutation(
    useChange({
      done: "Comment added successfully!",
      failed: { title: "Failed to add comment. Please try again." },
      onDone(comment) {
        comments.list.setData(discussion, (page) => page && { ...page, items: [...page.items, comment] });
        // Other people may have commented since.
        void refetchComments();
      },
    }),
  );
  const edit = trpc.comments.edit.useMutation(
    useChange({
      done: "Comment updated successfully!",
      failed: { title: "Failed to update comment. Please try again." },
      onDone: (edited) =>
        comments.list.setData(
          discussion,
          (page) =>
            page && {
              ...page,
              items: page.items.map((comment) => (comment.id === edited.id ? edited : comment)),
            },
        ),
    }),
  );
  const remove = trpc.comments.remove.useMutation(
    useChange({
      done: ({ deletionId }) => ({ title: "Comment deleted successfully!", action: undo(deletionId) }),
      failed: { title: "Failed to delete comment. Please try again." },
      // Refetched, because the server decides if a placeholder remains.
      refresh: refetchComments,
    }),
  );
  return { add, edit, remove };
}
