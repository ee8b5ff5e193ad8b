import { Button } from "#client/ui/button.tsx";
import { authorLabel, type Comment } from "#shared/comments.ts";

import { CommentBox } from "./comment-box.tsx";
import type { DiscussionContext } from "./use-discussion.ts";

interface CommentEditorProps {
  comment: Comment;
  discussion: DiscussionContext;
}

/** Takes the place of an own comment's text while it is changed. */
export function CommentEditor({ comment, discussion }: CommentEditorProps) {
  return (
    <div className="pb-2">
      <CommentBox
        label="Edit comment"
        place={discussion.place}
        slot={`edit ${comment.id}`}
        initialText={comment.content}
        submitLabel="Save"
        pendingLabel="Saving..."
        onSubmit={(text) => discussion.save(comment.id, text)}
        takesFocus
        cancel={<Button onClick={() => discussion.cancelEdit(comment.id)}>Cancel</Button>}
      />
    </div>
  );
}

/** Opens below the comment that is replied to. */
export function ReplyBox({ comment, discussion }: CommentEditorProps) {
  const author = authorLabel(comment.user);
  return (
    <div className="pt-1 pb-2">
      <CommentBox
        label={`Reply to ${author}`}
        placeholder={`Reply to ${author}...`}
        place={discussion.place}
        slot={`reply ${comment.id}`}
        submitLabel="Post Reply"
        pendingLabel="Posting..."
        onSubmit={(text) => discussion.add(text, comment.id)}
        takesFocus
        cancel={<Button onClick={() => discussion.closeReply(comment.id)}>Cancel</Button>}
      />
    </div>
  );
}
