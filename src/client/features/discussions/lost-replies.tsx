import { Button } from "#client/ui/button.tsx";
import type { Comment } from "#shared/comments/comments.ts";

import { CommentBox } from "./comment-box.tsx";
import type { DiscussionContext } from "./use-discussion.ts";

interface LostRepliesProps {
  comments: readonly Comment[];
  drafts: ReadonlySet<string>;
  discussion: DiscussionContext;
}

/** Drafts of replies to deleted comments. They can be submitted as separate comments. */
export function LostReplies({ comments, drafts, discussion }: LostRepliesProps) {
  const there = new Set(comments.flatMap(({ id, deletedAt }) => (deletedAt === null ? id : [])));
  const lostIds = [...drafts].flatMap((slot) => {
    const id = slot.startsWith("reply ") ? slot.slice("reply ".length) : "";
    return id === "" || there.has(id) ? [] : id;
  });

  async function send(id: string, text: string) {
    const isSent = await discussion.add(text, null);
    if (isSent) discussion.forgetReply(id);
    return isSent;
  }

  return lostIds.map((id) => (
    <div key={id} className="mt-4 rounded-control border border-line bg-warning-soft p-3">
      <p className="mb-2 text-sm text-warning-ink">
        The comment you were replying to was deleted. You can still post your reply.
      </p>
      <CommentBox
        label="Reply to a deleted comment"
        draftLocation={discussion.draftLocation}
        slot={`reply ${id}`}
        submitLabel="Post as Comment"
        pendingLabel="Posting..."
        onSubmit={(text) => send(id, text)}
        cancel={<Button onClick={() => discussion.forgetReply(id)}>Discard</Button>}
      />
    </div>
  ));
}
