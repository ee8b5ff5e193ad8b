import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";

import { WatchMenu } from "#client/features/inbox/watch-menu.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import { formatNewCount } from "#client/features/live/new-pill.tsx";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";
import { authorLabel, formatCommentCount } from "#shared/comments/comment-thread.ts";
import type { DiscussionOverview } from "#shared/comments/comments.ts";
import { type ItemKey, KINDS } from "#shared/kernel/item-address.ts";

import { CommentBox, OrphanedReplies } from "./comment-box.tsx";
import { CommentSkeletons } from "./comment-skeletons.tsx";
import { CommentThread } from "./comment-thread.tsx";
import { isNewTo, useComments } from "./use-comments.ts";
import { useDiscussion } from "./use-discussion.ts";

const ConfirmDialog = lazyComponent(
  async () => (await import("#client/ui/dialog/confirm-dialog.tsx")).ConfirmDialog,
);

interface DiscussionProps {
  item: ItemKey;
  title: string;
  overview: DiscussionOverview;
  /** Comment that a link leads to. */
  linkedId: string | null;
  onLinkLost: () => void;
  /** Number of times that a key, a button or a quotation started a comment. */
  focusRequests: number;
  /** True to omit heading and frame, below a control with its own title. */
  isEmbedded?: boolean;
  /** True to show the menu that watches or mutes the discussion. */
  hasWatchMenu?: boolean;
}

/** Discussion of an item, with an input for a comment. */
export function Discussion(props: DiscussionProps) {
  const { item, title, overview, linkedId, onLinkLost, focusRequests } = props;
  const { isEmbedded = false, hasWatchMenu = true } = props;
  const userId = useCurrentUser()?.id ?? "";
  const { comments, newCount, hasChanges, showNew, seenAt, isCurrent, isPending, isError, retry } =
    useComments(item, overview);
  const discussion = useDiscussion(userId, item);
  const { context, deletingId, setDeletingId, addedId } = discussion;
  const firstNew = comments.find((comment) => isNewTo(userId, seenAt, comment));
  const commentToDelete = comments.find(({ id }) => id === deletingId);
  const toast = useToast();

  const goToLink = useEffectEvent((commentId: string) => {
    if (comments.some(({ id }) => id === commentId)) {
      context.show(commentId);
      return;
    }
    toast.failure("Comment Not Found", "It may have been deleted since this link was created.");
    onLinkLost();
  });
  useEffect(() => {
    if (isCurrent && linkedId !== null) goToLink(linkedId);
  }, [isCurrent, linkedId]);

  const section = useRef<HTMLElement>(null);
  const hasMore = newCount > 0 || hasChanges;
  // While the pill is shown, it already leads to newer comments.
  const canGoToFirst = firstNew !== undefined && !hasMore;
  async function handleShow() {
    section.current?.focus({ preventScroll: true });
    const first = await showNew();
    if (first) context.show(first.id);
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`Discussion of ${title}`}
      className={classNames(
        "text-sm text-ink outline-none",
        !isEmbedded && "border-t border-line p-4 md:px-5",
      )}
    >
      <PillAnchor>
        {hasMore && (
          <Pill action="Show" onAction={() => void handleShow()}>
            {newCount > 0 ? formatNewCount(newCount) : "Changed"}
          </Pill>
        )}
      </PillAnchor>
      <div className="max-w-4xl">
        {(!isEmbedded || hasWatchMenu || canGoToFirst) && (
          <div
            className={classNames(
              "flex min-h-control-small flex-wrap items-center gap-x-3",
              isEmbedded ? "mb-1" : "mb-3",
            )}
          >
            {!isEmbedded && (
              <>
                <h3 className="text-sm font-semibold text-ink">Discussion</h3>
                {overview.commentCount > 0 && (
                  <span className="text-xs text-ink-faint tabular-nums">
                    {formatCommentCount(overview.commentCount)}
                  </span>
                )}
              </>
            )}
            {canGoToFirst && (
              <Button size="small" className="order-last ml-auto" onClick={() => context.show(firstNew.id)}>
                Go to First New
              </Button>
            )}
            {hasWatchMenu && <WatchMenu watched={refOf(item)} title={title} />}
          </div>
        )}
        <AnonymousNote />
        <CommentBox
          // A new key makes the box read its draft again, with the added quotation.
          key={focusRequests}
          label="Comment"
          placeholder={`Start a discussion about this ${KINDS[item.kind].one}...`}
          draftLocation={context.draftLocation}
          slot="new"
          submitLabel="Add Comment"
          pendingLabel="Adding..."
          takesFocus={focusRequests > 0}
          onSubmit={(text) => context.add(text, null)}
        />
        {isCurrent && <OrphanedReplies comments={comments} drafts={discussion.drafts} discussion={context} />}
        <div className="mt-4">
          {isPending && <CommentSkeletons />}
          {isError && <ErrorState text="Failed to load comments. Please try again later." onRetry={retry} />}
          {!isPending && !isError && comments.length === 0 && (
            <p className="py-4 text-center text-ink-muted">
              No comments yet. Be the first to start a discussion!
            </p>
          )}
          <CommentThread
            comments={comments}
            seenAt={seenAt}
            highlightedId={addedId ?? linkedId}
            discussion={discussion}
          />
        </div>
        {commentToDelete && (
          <DeleteCommentDialog
            hasReplies={comments.some(({ parentId }) => parentId === commentToDelete.id)}
            remove={discussion.remove}
            commentId={commentToDelete.id}
            onClose={() => setDeletingId(null)}
          />
        )}
      </div>
    </section>
  );
}

interface DeleteCommentDialogProps {
  commentId: string;
  hasReplies: boolean;
  remove: ReturnType<typeof useDiscussion>["remove"];
  onClose: () => void;
}

function DeleteCommentDialog({ commentId, hasReplies, remove, onClose }: DeleteCommentDialogProps) {
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
      {hasReplies && <p className="text-ink-muted">Replies to it stay.</p>}
    </ConfirmDialog>
  );
}

const ANONYMOUS_LABEL = authorLabel(null);

/** Note to users without a name that others see them as Anonymous. Shown until they add a name or dismiss it. */
export function AnonymousNote() {
  const user = useCurrentUser();
  const isDismissed = useSyncExternalStore(subscribeToDismissals, () => isDismissedBy(user?.id ?? ""));
  if (!user || isDismissed || authorLabel(user) !== ANONYMOUS_LABEL) return null;
  return (
    <div role="note" className="mb-2 flex items-center gap-1 text-ink-muted">
      <p className="min-w-0">
        You appear as Anonymous.{" "}
        <Link
          to="/account"
          className="font-medium whitespace-nowrap text-accent-ink underline underline-offset-2"
        >
          Add your name
        </Link>
      </p>
      <IconButton size="small" label="Dismiss" onClick={() => dismiss(user.id)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

const storageKey = (userId: string) => `anonymous-note-dismissed ${userId}`;
const dismissalListeners = new Set<() => void>();
/** Users who dismissed the note although the browser blocks storage. Lost when the page is reloaded. */
const dismissedUserIds = new Set<string>();

/** True if this user has dismissed the note in this browser. */
function isDismissedBy(userId: string): boolean {
  try {
    return dismissedUserIds.has(userId) || localStorage.getItem(storageKey(userId)) !== null;
  } catch {
    return dismissedUserIds.has(userId);
  }
}

/** Dismisses the note in every open discussion, and permanently in this browser. */
function dismiss(userId: string): void {
  dismissedUserIds.add(userId);
  try {
    localStorage.setItem(storageKey(userId), "yes");
  } catch {
    // Storage may be blocked or full.
  }
  for (const watcher of dismissalListeners) watcher();
}

function subscribeToDismissals(watcher: () => void): () => void {
  dismissalListeners.add(watcher);
  return () => dismissalListeners.delete(watcher);
}
