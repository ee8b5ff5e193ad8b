import { ChevronRight, MessageSquare, MessageSquarePlus, Pencil, Trash2 } from "lucide-react";
import { memo, useId, useState } from "react";

import { draftSlots } from "#client/features/discussions/comment-drafts.ts";
import { Discussion } from "#client/features/discussions/lazy-discussion.tsx";
import { itemAttributes, useQuote } from "#client/features/discussions/quote-offer.tsx";
import { NamesProvider } from "#client/features/links/names/named-text.tsx";
import { RelatedSection } from "#client/features/links/related-section.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import { ItemPill } from "#client/features/live/item-note.tsx";
import { useOpenItem } from "#client/features/live/open-item.tsx";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { shortAgo } from "#client/format/dates.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { useItemShortcut } from "#client/ui/menu/shortcuts.tsx";
import { CHANGED_ROW_STYLE } from "#client/ui/table/row-buttons.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { formatCommentCount } from "#shared/comments/comment-thread.ts";
import type { ListedReading } from "#shared/readings/readings.ts";

import { ReadingDetails } from "./reading-details.tsx";
import type { ReadingsViewActions } from "./readings-view.ts";

interface ReadingCardProps {
  reading: ListedReading;
  isOpen: boolean;
  /** True if another user has deleted the reading while its card is open. */
  isDeleted: boolean;
  /** True if another user has just changed the reading. */
  isHighlighted: boolean;
  /** Comment that a link leads to. */
  linkedId: string | null;
  actions: ReadingsViewActions;
}

/** Card of a reading. When open, it shows all data and the discussion. */
export const ReadingCard = memo(function ReadingCard(props: ReadingCardProps) {
  const { isOpen, isDeleted, isHighlighted, linkedId, actions } = props;
  const { reading, state } = useOpenReading(props);
  const bodyId = useId();
  const item = { kind: "reading", id: reading.id } as const;
  const quote = useQuote(item);
  const [replyRequests, setReplyRequests] = useState(0);
  const startComment = () => setReplyRequests(replyRequests + 1);
  useItemShortcut("r", refOf(item), () => {
    if (!isOpen) actions.toggle(reading.id);
    startComment();
  });
  return (
    <li
      {...itemAttributes(item)}
      data-reading
      className={classNames(
        "rounded-card border border-line shadow-card",
        isHighlighted && !isOpen ? CHANGED_ROW_STYLE : "bg-surface",
      )}
    >
      <div
        className={classNames(
          "relative flex items-center gap-2 py-3 pr-2 pl-3 hover:bg-sunken has-[[data-row-open]:focus-visible]:outline-2 has-[[data-row-open]:focus-visible]:outline-focus md:pl-4",
          isOpen ? "rounded-t-card" : "rounded-card",
        )}
      >
        <ChevronRight
          aria-hidden
          className={classNames("size-4 shrink-0 text-ink-faint transition-transform", isOpen && "rotate-90")}
        />
        <div className="min-w-0 flex-1 @2xl:flex @2xl:items-center @2xl:gap-4">
          <div className="min-w-0 flex-1">
            <h2 className="text-sm font-medium text-ink">
              <button
                type="button"
                data-row-open={reading.id}
                aria-expanded={isOpen}
                aria-controls={isOpen ? bodyId : undefined}
                onClick={() => actions.toggle(reading.id)}
                className="max-w-full scroll-mt-20 text-left wrap-anywhere outline-none after:absolute after:inset-0"
              >
                {reading.title}
              </button>
            </h2>
            {/* Each part starts with a dot. The dot is clipped at the start of a line. */}
            <p className="mt-0.5 flex flex-wrap overflow-hidden text-ink-muted *:relative *:-left-4 *:pl-4 *:not-first:before:absolute *:not-first:before:left-1.5 *:not-first:before:text-ink-faint *:not-first:before:content-['·']">
              <span className="wrap-anywhere">{reading.author}</span>
              {reading.year !== null && <span>{reading.year}</span>}
              {reading.page && <span className="wrap-anywhere">Page {reading.page}</span>}
              {reading.lastCommentAt && (
                <span className="wrap-anywhere">
                  Last comment <RelativeTime iso={reading.lastCommentAt} format={shortAgo} /> by{" "}
                  <bdi>{reading.lastCommentBy}</bdi>
                </span>
              )}
            </p>
          </div>
          <CardBadges reading={reading} isOpen={isOpen} onComment={startComment} />
        </div>
        <div className="relative flex shrink-0">
          <IconButton
            label={`Edit ${reading.title}`}
            disabled={isDeleted}
            onClick={() => actions.open("edit", reading.id)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={`Delete ${reading.title}`}
            disabled={isDeleted}
            onClick={() => actions.open("delete", reading.id)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      {isOpen && (
        <div id={bodyId}>
          <NamesProvider item={item}>
            <div>
              <ItemPill state={state} onClose={() => actions.toggle(reading.id)} />
              <ReadingDetails
                reading={reading}
                onTag={(tag) => actions.filter({ search: tag })}
                onHistory={() => actions.open("history", reading.id)}
              />
            </div>
            {quote.button}
            <Discussion
              item={item}
              title={reading.title}
              overview={reading}
              linkedId={linkedId}
              onLinkLost={actions.unlinkComment}
              focusRequests={quote.quotations + replyRequests}
            />
            <div className="border-t border-line px-4 py-4 md:px-5">
              <div className="max-w-4xl">
                <RelatedSection item={item} title={reading.title} />
              </div>
            </div>
          </NamesProvider>
        </div>
      )}
    </li>
  );
});

/** Returns a reading as of its card's opening, with the current numbers of comments. */
function useOpenReading({ reading: latest, isOpen, isDeleted }: ReadingCardProps) {
  const { item, state } = useOpenItem({
    kind: "reading",
    isFrozen: isOpen,
    opened: latest,
    latest: isDeleted ? undefined : latest,
  });
  const { commentCount, newCommentCount, seenAt, lastCommentAt, lastCommentBy } = latest;
  const comments = { commentCount, newCommentCount, seenAt, lastCommentAt, lastCommentBy };
  return { reading: item === latest ? item : { ...item, ...comments }, state };
}

interface CardBadgesProps {
  reading: ListedReading;
  isOpen: boolean;
  onComment: () => void;
}

/**
 * Topic and number of comments, with badges for new comments and drafts. In an open card, a button focuses the comment
 * field.
 */
function CardBadges({ reading, isOpen, onComment }: CardBadgesProps) {
  const userId = useCurrentUser()?.id ?? "";
  const { title, topic, commentCount, newCommentCount } = reading;
  const slots = isOpen ? [] : [...draftSlots({ userId, item: { kind: "reading", id: reading.id } })];
  const hasDraft = slots.some((slot) => !slot.startsWith("edit "));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 @max-2xl:mt-2">
      {hasDraft && <Badge tone="warning">Draft</Badge>}
      {newCommentCount > 0 && <Badge tone="accent">{newCommentCount.toLocaleString("en-US")} new</Badge>}
      {topic && (
        <Badge tone="neutral" className="md:max-w-56">
          <span className="truncate">{topic}</span>
        </Badge>
      )}
      {isOpen ? (
        <Button
          size="small"
          variant="ghost"
          icon={<MessageSquarePlus aria-hidden />}
          aria-label={`Comment on ${title}`}
          aria-keyshortcuts="r"
          onClick={onComment}
          className="relative -my-1"
        >
          Comment
        </Button>
      ) : (
        <span className="flex items-center gap-1.5 text-xs text-ink-faint tabular-nums">
          <MessageSquare aria-hidden className="size-3.5" />
          <span aria-hidden>{commentCount.toLocaleString("en-US")}</span>
          <span className="sr-only">{formatCommentCount(commentCount)}</span>
        </span>
      )}
    </div>
  );
}
