import { Fragment, useMemo, useRef } from "react";

import { buildThread, type Comment } from "#shared/comments.ts";

import { CommentItem } from "./comment-item.tsx";
import { isNewTo } from "./use-comments.ts";
import type { useDiscussion } from "./use-discussion.ts";
import { useThreadWindow } from "./use-thread-window.ts";

interface CommentThreadProps {
  comments: readonly Comment[];
  seenAt: string | null;
  markedId: string | null;
  discussion: ReturnType<typeof useDiscussion>;
}

/**
 * The comments in reading order. One flat list however deep the thread is: each item says its level, and is drawn so
 * far in. Of a long one only what is near the window is rendered.
 */
export function CommentThread({ comments, seenAt, markedId, discussion }: CommentThreadProps) {
  const { context, drafts, replyTo, editing, target } = discussion;
  const thread = useMemo(() => buildThread(comments), [comments]);
  const list = useRef<HTMLOListElement>(null);
  const { placed, gapAfter, measure } = useThreadWindow(list, thread, { replyTo, editing, target });

  return (
    <ol
      ref={list}
      aria-label="Comments"
      className="-mx-3 [--thread-step:1.5rem] max-md:[--thread-step:0.75rem]"
    >
      {placed.map(({ entry: { comment, level, drawnLevel, inReplyTo }, index, gap }) => (
        <Fragment key={comment.id}>
          {gap > 0 && <li aria-hidden style={{ height: gap }} />}
          <CommentItem
            comment={comment}
            level={level}
            drawnLevel={drawnLevel}
            inReplyTo={inReplyTo}
            index={index}
            count={thread.length}
            measure={measure}
            isNew={isNewTo(context.userId, seenAt, comment)}
            isMarked={comment.id === markedId}
            isReplying={comment.id === replyTo}
            isEditing={editing.has(comment.id)}
            hasDraft={drafts.has(`reply ${comment.id}`)}
            discussion={context}
          />
        </Fragment>
      ))}
      {gapAfter > 0 && <li aria-hidden style={{ height: gapAfter }} />}
    </ol>
  );
}
