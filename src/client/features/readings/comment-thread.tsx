import { useMemo } from "react";

import { buildThread, type Comment } from "#shared/comments.ts";

import { CommentItem } from "./comment-item.tsx";
import { isNewTo } from "./use-comments.ts";
import type { useDiscussion } from "./use-discussion.ts";

interface CommentThreadProps {
  comments: readonly Comment[];
  seenAt: string | null;
  markedId: string | null;
  discussion: ReturnType<typeof useDiscussion>;
}

/**
 * The comments in reading order. One flat list however deep the thread is: each item says its level, and is drawn so
 * far in.
 */
export function CommentThread({ comments, seenAt, markedId, discussion }: CommentThreadProps) {
  const { context, drafts, replyTo, editing } = discussion;
  const thread = useMemo(() => buildThread(comments), [comments]);
  if (thread.length === 0) return null;
  return (
    <ol aria-label="Comments" className="-mx-3 [--thread-step:1.5rem] max-md:[--thread-step:0.75rem]">
      {thread.map(({ comment, level, drawnLevel, inReplyTo }) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          level={level}
          drawnLevel={drawnLevel}
          inReplyTo={inReplyTo}
          isNew={isNewTo(context.userId, seenAt, comment)}
          isMarked={comment.id === markedId}
          isReplying={comment.id === replyTo}
          isEditing={editing.has(comment.id)}
          hasDraft={drafts.has(`reply ${comment.id}`)}
          discussion={context}
        />
      ))}
    </ol>
  );
}
