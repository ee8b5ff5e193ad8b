import { MessageSquarePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { WatchMenu } from "#client/features/inbox/watch-menu.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useItemShortcut } from "#client/ui/menu/shortcuts.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { itemOfAddress, type ItemKey } from "#shared/kernel/item-address.ts";

import { draftSlots } from "./comment-drafts.ts";
import { CommentSkeletons } from "./comment-skeletons.tsx";
import { Discussion } from "./lazy-discussion.tsx";
import { useQuote } from "./quote-offer.tsx";

interface ItemDiscussionProps {
  item: ItemKey;
  title: string;
  /** Number of comments, if the list that contains the item provides it. */
  count?: number;
  variant?: "plain" | "inline";
  /** Number of times that `CommentButton` was pressed. */
  openRequests?: number;
}

/** Disclosure with an item's discussion, which loads when it opens. It is open initially if the URL names a comment. */
export function ItemDiscussion(props: ItemDiscussionProps) {
  const { item, title, count, variant = "plain", openRequests = 0 } = props;
  const { linkedId, removeLink } = useLinkedComment(item);
  const [isOpen, setOpen] = useState(linkedId !== null);
  // The disclosure manages its own state. A new key replaces it with an open one.
  const [openings, setOpenings] = useState(0);
  function open() {
    if (!isOpen) setOpenings(openings + 1);
    setOpen(true);
  }
  const { quotations, button } = useQuote(item, open);
  const [replyRequests, setReplyRequests] = useState(0);
  useItemShortcut("r", refOf(item), () => {
    open();
    setReplyRequests(replyRequests + 1);
  });
  const [openedFor, setOpenedFor] = useState(linkedId);
  if (openedFor !== linkedId) {
    setOpenedFor(linkedId);
    if (linkedId !== null) open();
  }
  const [openedRequests, setOpenedRequests] = useState(openRequests);
  if (openedRequests !== openRequests) {
    setOpenedRequests(openRequests);
    open();
  }
  const { data: overview, isError, refetch } = useOverview(item, isOpen || count === undefined);
  useEffect(() => {
    // Loaded in parallel with the overview. Errors are ignored here; they are reported where the discussion is shown.
    if (isOpen) void Discussion.preload().catch(() => {});
  }, [isOpen]);
  const comments = overview?.commentCount ?? count ?? 0;
  return (
    <div className={variant === "inline" ? "contents" : "relative"}>
      {button}
      {variant === "plain" && (
        <div className="absolute top-1 right-0 max-md:top-0">
          <WatchMenu watched={refOf(item)} title={title} />
        </div>
      )}
      <Disclosure
        key={openings}
        variant={variant}
        isOpenAtFirst={isOpen}
        onToggle={setOpen}
        keys="r"
        title={
          <>
            {comments === 0 ? "Discussion" : `Discussion (${comments.toLocaleString("en-US")})`}
            <span className="sr-only">: {title}</span>
            {!isOpen && <DiscussionBadges item={item} newCount={overview?.newCommentCount ?? 0} />}
          </>
        }
      >
        {overview ? (
          <Discussion
            item={item}
            title={title}
            overview={overview}
            linkedId={linkedId}
            onLinkLost={removeLink}
            focusRequests={quotations + replyRequests + openRequests}
            isEmbedded
            hasWatchMenu={variant === "inline"}
          />
        ) : isError ? (
          <ErrorState
            text="Failed to load comments. Please try again later."
            onRetry={() => void refetch()}
          />
        ) : (
          <CommentSkeletons />
        )}
      </Disclosure>
    </div>
  );
}

interface CommentButtonProps {
  onPress: () => void;
}

/** Button at the start of a dialog. It opens the discussion, which is far below, and focuses its field. */
export const CommentButton = ({ onPress }: CommentButtonProps) => (
  <Button
    size="small"
    variant="ghost"
    icon={<MessageSquarePlus aria-hidden />}
    aria-keyshortcuts="r"
    onClick={onPress}
    className="-my-1 ml-auto"
  >
    Comment
  </Button>
);

/** Returns the comment in the URL if it belongs to this item's discussion, else null. */
function useLinkedComment({ kind, id }: ItemKey) {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const shown = itemOfAddress(pathname, parameters);
  return {
    linkedId: shown?.kind === kind && shown.id === id ? parameters.get("comment") : null,
    removeLink: () =>
      setParameters(
        (now) => {
          now.delete("comment");
          return now;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

function DiscussionBadges({ item, newCount }: { item: ItemKey; newCount: number }) {
  const userId = useCurrentUser()?.id ?? "";
  const hasDraft = [...draftSlots({ userId, item })].some((slot) => !slot.startsWith("edit "));
  return (
    <>
      {hasDraft && <Badge tone="warning">Draft</Badge>}
      {newCount > 0 && <Badge tone="accent">{newCount.toLocaleString("en-US")} new</Badge>}
    </>
  );
}

/** Loads the number of comments. Not retried automatically, because the discussion has a button for that. */
const useOverview = (item: ItemKey, isNeeded: boolean) =>
  trpc.comments.overview.useQuery({ ref: refOf(item) }, { enabled: isNeeded, retry: false });
