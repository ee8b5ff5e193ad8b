import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";

import { useScrollMargin } from "#client/ui/list/use-scroll-margin.ts";
import { buildThread, type ThreadEntry } from "#shared/readings/comment-thread.ts";
import type { Comment } from "#shared/readings/comments.ts";

import { CommentItem, commentElementId } from "./comment-item.tsx";
import { isNewTo } from "./use-comments.ts";
import type { useDiscussion } from "./use-discussion.ts";

/** Up to here all comments are rendered, so that the browser's own search finds them. */
const WHOLE = 100;
const OVERSCAN = 10;
/** Frames until all that comes into view with a comment has been measured. */
const SETTLING = 8;
/** About as high as most comments are. */
const COMMENT_HEIGHT = 110;

interface CommentThreadProps {
  comments: readonly Comment[];
  seenAt: string | null;
  markedId: string | null;
  discussion: ReturnType<typeof useDiscussion>;
}

/**
 * The comments in reading order. One flat list however deep the thread is: each item knows its level, and is drawn so
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

interface Kept {
  replyTo: string | null;
  editing: ReadonlySet<string>;
  /** The comment to be brought into view; a new object each time. */
  target: { id: string } | null;
}

/** Which comments of a thread are rendered: those near the window, and those that somebody works on. */
function useThreadWindow(
  list: RefObject<HTMLElement | null>,
  thread: readonly ThreadEntry<Comment>[],
  { replyTo, editing, target }: Kept,
) {
  const count = thread.length;
  const scrollMargin = useScrollMargin(list);
  const kept = useMemo(() => {
    const isKept = ({ id }: Comment) => id === replyTo || id === target?.id || editing.has(id);
    return [...thread.keys()].filter((index) => {
      const entry = thread[index];
      return entry !== undefined && isKept(entry.comment);
    });
  }, [thread, replyTo, editing, target]);

  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here that could memoize it wrongly
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => COMMENT_HEIGHT,
    getItemKey: useCallback((index: number) => thread[index]?.comment.id ?? index, [thread]),
    // Without layout, as in tests, a comment counts as high as it should be.
    measureElement: (element) => element.getBoundingClientRect().height || COMMENT_HEIGHT,
    overscan: count <= WHOLE ? count : OVERSCAN,
    scrollMargin,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((index) => index < count)
        .toSorted((a, b) => a - b),
  });

  useEffect(() => {
    const element = target && document.getElementById(commentElementId(target.id));
    if (!element) return undefined;
    element.focus({ preventScroll: true });
    let frames = 0;
    let frame = 0;
    function show() {
      element?.scrollIntoView({ block: "nearest" });
      frames += 1;
      // What is rendered around it now may be higher than was thought.
      if (frames < SETTLING) frame = requestAnimationFrame(show);
    }
    show();
    return () => cancelAnimationFrame(frame);
  }, [target]);

  let end = scrollMargin;
  const placed = virtualizer.getVirtualItems().flatMap((item) => {
    const entry = thread[item.index];
    const gap = Math.max(0, item.start - end);
    end = item.end;
    return entry === undefined ? [] : [{ entry, index: item.index, gap }];
  });
  return {
    /** The rendered comments, each with the height of those left out before it. */
    placed,
    gapAfter: Math.max(0, virtualizer.getTotalSize() + scrollMargin - end),
    measure: virtualizer.measureElement,
  };
}
