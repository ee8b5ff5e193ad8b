import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import {
  Fragment,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

import { useScrollMargin } from "#client/ui/list/scroll-anchor.tsx";
import { buildThread, type ThreadEntry } from "#shared/comments/comment-thread.ts";
import type { Comment } from "#shared/comments/comments.ts";

import { CommentItem, commentElementId } from "./comment-item.tsx";
import { isNewTo } from "./use-comments.ts";
import type { useDiscussion } from "./use-discussion.ts";

/** Maximum number of comments in a fully rendered thread, which the browser's search covers completely. */
const MAX_FULLY_RENDERED = 100;
const OVERSCAN = 10;
/** Number of animation frames until all visible comments are measured. */
const SETTLING_FRAMES = 8;
/** Typical height of a comment in pixels. */
const COMMENT_HEIGHT = 110;

interface CommentThreadProps {
  comments: readonly Comment[];
  seenAt: string | null;
  highlightedId: string | null;
  discussion: ReturnType<typeof useDiscussion>;
}

/**
 * Comments in reading order, as a flat list with indentation. In a long thread, only comments near the viewport are
 * rendered.
 */
export function CommentThread({ comments, seenAt, highlightedId, discussion }: CommentThreadProps) {
  const { context, drafts, replyTo, editing, target } = discussion;
  const thread = useMemo(() => buildThread(comments), [comments]);
  const list = useRef<HTMLOListElement>(null);
  const { rendered, gapAfter, measure } = useThreadWindow(list, thread, { replyTo, editing, target });

  return (
    <ol
      ref={list}
      aria-label="Comments"
      className="-mx-3 [--thread-step:1.5rem] max-md:[--thread-step:0.75rem]"
    >
      {rendered.map(({ entry: { comment, level, drawnLevel, inReplyTo }, index, gap }) => (
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
            isHighlighted={comment.id === highlightedId}
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

interface AlwaysRendered {
  replyTo: string | null;
  editing: ReadonlySet<string>;
  /** Comment to scroll to. A new object scrolls again. */
  target: { id: string } | null;
}

/** Returns the comments to render: those near the viewport, and those being edited, replied to or scrolled to. */
function useThreadWindow(
  list: RefObject<HTMLElement | null>,
  thread: readonly ThreadEntry<Comment>[],
  { replyTo, editing, target }: AlwaysRendered,
) {
  const count = thread.length;
  // In a dialog, the dialog's content scrolls instead of the window.
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setDialog(list.current?.closest<HTMLElement>("[data-scroller]") ?? null), [list]);
  const scrollMargin = useScrollMargin(list, dialog);
  const alwaysRendered = useMemo(() => {
    const isAlwaysRendered = ({ id }: Comment) => id === replyTo || id === target?.id || editing.has(id);
    return [...thread.keys()].filter((index) => {
      const entry = thread[index];
      return entry !== undefined && isAlwaysRendered(entry.comment);
    });
  }, [thread, replyTo, editing, target]);

  const options = {
    count,
    estimateSize: () => COMMENT_HEIGHT,
    getItemKey: useCallback((index: number) => thread[index]?.comment.id ?? index, [thread]),
    // Without layout, as in tests, the height is 0. Use the typical one.
    measureElement: (element: Element) => element.getBoundingClientRect().height || COMMENT_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...alwaysRendered])]
        .filter((index) => index < count)
        .toSorted((a, b) => a - b),
  };
  // oxlint-disable-next-line react/incompatible-library -- without React Compiler, nothing memoizes it
  const windowVirtualizer = useWindowVirtualizer({ ...options, enabled: dialog === null });
  // oxlint-disable-next-line react/incompatible-library -- without React Compiler, nothing memoizes it
  const dialogVirtualizer = useVirtualizer({
    ...options,
    enabled: dialog !== null,
    getScrollElement: () => dialog,
  });
  const virtualizer = dialog === null ? windowVirtualizer : dialogVirtualizer;

  useEffect(() => {
    const element = target && document.getElementById(commentElementId(target.id));
    if (!element) return undefined;
    element.focus({ preventScroll: true });
    let frames = 0;
    let frame = 0;
    function show() {
      element?.scrollIntoView({ block: "nearest" });
      frames += 1;
      // Newly rendered comments above may be taller than estimated.
      if (frames < SETTLING_FRAMES) frame = requestAnimationFrame(show);
    }
    show();
    return () => cancelAnimationFrame(frame);
  }, [target]);

  if (count <= MAX_FULLY_RENDERED)
    return {
      rendered: thread.map((entry, index) => ({ entry, index, gap: 0 })),
      gapAfter: 0,
      measure: virtualizer.measureElement,
    };
  let end = scrollMargin;
  const rendered = virtualizer.getVirtualItems().flatMap((item) => {
    const entry = thread[item.index];
    const gap = Math.max(0, item.start - end);
    end = item.end;
    return entry === undefined ? [] : [{ entry, index: item.index, gap }];
  });
  return {
    /** Rendered comments, each with the height of the omitted ones before it. */
    rendered,
    gapAfter: Math.max(0, virtualizer.getTotalSize() + scrollMargin - end),
    measure: virtualizer.measureElement,
  };
}
