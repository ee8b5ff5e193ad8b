import { useEffect, useMemo, useState } from "react";

import { type DraftPlace, draftSlots, storeDraft } from "./comment-drafts.ts";
import { showComment } from "./show-comment.ts";
import { useCommentChanges } from "./use-comment-changes.ts";

/** What a comment can ask of the discussion around it. */
export interface DiscussionContext {
  userId: string;
  place: DraftPlace;
  /** Opens the reply box below a comment, and closes the one that was open. */
  reply: (id: string) => void;
  closeReply: (id: string) => void;
  edit: (id: string) => void;
  cancelEdit: (id: string) => void;
  askToDelete: (id: string) => void;
  /** Both tell whether it went well. */
  add: (text: string, parentId: string | null) => Promise<boolean>;
  save: (id: string, text: string) => Promise<boolean>;
  /** Throws away what was begun as a reply to a comment. */
  forgetReply: (id: string) => void;
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id));

async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    // The toast has told.
    return false;
  }
}

/** Which boxes of a discussion are open, and what they do. */
export function useDiscussion(userId: string, readingId: string) {
  const place = useMemo(() => ({ userId, readingId }), [userId, readingId]);
  const [drafts, setDrafts] = useState(() => draftSlots(place));
  const [replyTo, setReplyTo] = useState<string | null>(null);
  // An edit that was begun goes on.
  const [editing, setEditing] = useState<ReadonlySet<string>>(
    () =>
      new Set([...drafts].flatMap((slot) => (slot.startsWith("edit ") ? slot.slice("edit ".length) : []))),
  );
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const [writtenId, setWrittenId] = useState<string | null>(null);
  const { add, edit, remove } = useCommentChanges(readingId);
  const { mutateAsync: send } = add;
  const { mutateAsync: change } = edit;

  const context = useMemo((): DiscussionContext => {
    function forgetReply(id: string) {
      storeDraft(place, `reply ${id}`, "");
      setDrafts(draftSlots(place));
    }
    function endEdit(id: string) {
      storeDraft(place, `edit ${id}`, "");
      setEditing((ids) => without(ids, id));
      showComment(id);
    }
    return {
      userId,
      place,
      reply(id) {
        setDrafts(draftSlots(place));
        setReplyTo(id);
      },
      closeReply(id) {
        setDrafts(draftSlots(place));
        setReplyTo(null);
        showComment(id);
      },
      edit: (id) => setEditing((ids) => new Set(ids).add(id)),
      cancelEdit: endEdit,
      askToDelete: setDeletingId,
      add: (content, parentId) =>
        isDone(async () => {
          const { id } = await send({ readingId, content, parentId });
          if (parentId !== null) {
            forgetReply(parentId);
            setReplyTo(null);
          }
          setWrittenId(id);
        }),
      save: (id, content) =>
        isDone(async () => {
          await change({ id, content });
          endEdit(id);
        }),
      forgetReply,
    };
  }, [userId, readingId, place, send, change]);

  useEffect(() => {
    if (writtenId !== null) showComment(writtenId);
  }, [writtenId]);

  return { context, drafts, replyTo, editing, writtenId, deletingId, setDeletingId, remove };
}
