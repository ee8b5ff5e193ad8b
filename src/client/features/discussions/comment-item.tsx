import { CornerDownRight, Link2, Pencil, Trash2 } from "lucide-react";
import { memo, useMemo } from "react";

import { NamedText, useNamesOfTexts } from "#client/features/links/names/named-text.tsx";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Badge } from "#client/ui/text/badge.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { authorLabel, splitQuotations } from "#shared/comments/comment-thread.ts";
import type { Comment } from "#shared/comments/comments.ts";
import { splitMentions } from "#shared/comments/person-mentions.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";

import { CommentEditor, ReplyBox } from "./comment-box.tsx";
import type { DiscussionContext } from "./use-discussion.ts";

export const commentElementId = (commentId: string): string => `comment-${commentId}`;

interface CommentItemProps {
  comment: Comment;
  level: number;
  drawnLevel: number;
  /** Parent comment, if the indentation doesn't show it. */
  inReplyTo: Comment | null;
  /** Index among all comments of the thread, rendered or not. */
  index: number;
  count: number;
  measure: (element: HTMLElement | null) => void;
  isNew: boolean;
  /** True if a link leads to the comment or it was just added. */
  isMarked: boolean;
  isReplying: boolean;
  isEditing: boolean;
  /** True if there is a draft of a reply. */
  hasDraft: boolean;
  /** Remains the same object while the card is open. */
  discussion: DiscussionContext;
}

/** Comment in a discussion thread. */
export const CommentItem = memo(function CommentItem(props: CommentItemProps) {
  const { comment, level, drawnLevel, inReplyTo, isNew, isMarked, isReplying, isEditing, discussion } = props;
  const { index, count, measure } = props;
  const depth = drawnLevel - 1;
  return (
    <li
      ref={measure}
      data-index={index}
      id={commentElementId(comment.id)}
      tabIndex={-1}
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-current={isMarked || undefined}
      className="relative scroll-my-20 py-1 outline-none"
      style={{ paddingLeft: `calc(${depth} * var(--thread-step))` }}
    >
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 bg-[repeating-linear-gradient(to_right,var(--color-line)_0_1px,transparent_1px_var(--thread-step))]"
        style={{ width: `calc(${depth} * var(--thread-step))` }}
      />
      <article
        className={classNames(
          "relative rounded-control px-3 pt-2 pb-1",
          isMarked && "bg-accent-soft ring-1 ring-accent",
          isNew &&
            !isMarked &&
            "before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-chip before:bg-accent",
        )}
      >
        {inReplyTo && (
          <button
            type="button"
            onClick={() => discussion.show(inReplyTo.id)}
            className="mb-0.5 block max-w-full truncate rounded-chip text-xs text-ink-faint hover:text-ink hover:underline max-md:min-h-11"
          >
            in reply to <bdi>{inReplyTo.deletedAt ? "a deleted comment" : authorLabel(inReplyTo.user)}</bdi>
          </button>
        )}
        {comment.deletedAt ? (
          <p className="py-1 text-ink-faint italic">Comment deleted</p>
        ) : (
          <>
            <CommentHeader comment={comment} isNew={isNew} />
            {isEditing ? (
              <CommentEditor comment={comment} discussion={discussion} />
            ) : (
              <>
                <CommentText text={comment.content} mentions={comment.mentions} />
                <CommentActions comment={comment} hasDraft={props.hasDraft} discussion={discussion} />
              </>
            )}
            {isReplying && <ReplyBox comment={comment} discussion={discussion} />}
          </>
        )}
      </article>
    </li>
  );
});

function CommentHeader({ comment, isNew }: { comment: Comment; isNew: boolean }) {
  const author = authorLabel(comment.user);
  return (
    <header className="mb-1 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-faint">
      <Logo src={null} name={author} size="small" />
      <span className="min-w-0 text-sm font-medium wrap-anywhere text-ink">{author}</span>
      <RelativeTime iso={comment.createdAt} />
      {comment.updatedAt !== comment.createdAt && <span>edited</span>}
      {isNew && <Badge tone="accent">New</Badge>}
    </header>
  );
}

type Mentions = Comment["mentions"];

/** Text of a comment. Lines after ">" are quotations. */
function CommentText({ text, mentions }: { text: string; mentions: Mentions }) {
  const blocks = useMemo(
    () =>
      splitQuotations(text).map((block) => ({
        ...block,
        // Quotations mention nobody.
        mentions: mentions.map((mention) => ({ ...mention, start: mention.start - block.start })),
      })),
    [text, mentions],
  );
  return blocks.map((block, index) =>
    block.isQuotation ? (
      // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never change places
      <blockquote key={index} className="my-1 border-l-2 border-line-strong pl-3 text-ink-muted">
        <PlainText text={block.text} mentions={NO_MENTIONS} />
      </blockquote>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never change places
      <PlainText key={index} text={block.text} mentions={block.mentions} />
    ),
  );
}

const NO_MENTIONS: Mentions = [];

/** Text with line breaks, mentioned people, and links for URLs and tool names, without other formatting. */
function PlainText({ text, mentions }: { text: string; mentions: Mentions }) {
  const parts = useMemo(() => splitMentions(text, mentions), [text, mentions]);
  const texts = useMemo(() => parts.map((part) => (part.kind === "text" ? part.text : "")), [parts]);
  const names = useNamesOfTexts(texts);
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {parts.map((part, index) => {
        // The parts of a text never change places.
        const key = index;
        if (part.kind === "text") return <NamedText key={key} text={part.text} names={names[index] ?? []} />;
        if (part.kind === "mention") return <MentionChip key={key} mention={part.mention} />;
        return (
          <a
            key={key}
            href={part.text}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-chip text-accent-ink underline underline-offset-2 hover:no-underline"
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
}

/** Name of a mentioned person, with the user name on hover. Highlighted for that person. */
function MentionChip({ mention: { userId, username, displayName } }: { mention: Mentions[number] }) {
  const isOwn = useCurrentUser()?.id === userId;
  return (
    <bdi
      title={`@${username}`}
      className={classNames(
        "rounded-chip px-1 py-px font-medium",
        isOwn ? "bg-warning-soft text-warning-ink" : "bg-accent-soft text-accent-ink",
      )}
    >
      @{displayName}
    </bdi>
  );
}

interface CommentActionsProps {
  comment: Comment;
  hasDraft: boolean;
  discussion: DiscussionContext;
}

/** Actions for a comment. Only its author can edit it. */
function CommentActions({ comment, hasDraft, discussion }: CommentActionsProps) {
  const copyLink = useCopyLink();
  const isOwn = comment.userId === discussion.userId;
  return (
    <div className="-ml-2.5 flex flex-wrap items-center">
      <Button
        variant="ghost"
        size="small"
        icon={<CornerDownRight aria-hidden />}
        onClick={() => discussion.reply(comment.id)}
      >
        Reply {hasDraft && <Badge tone="warning">Draft</Badge>}
      </Button>
      {isOwn && (
        <>
          <Button
            variant="ghost"
            size="small"
            icon={<Pencil aria-hidden />}
            onClick={() => discussion.edit(comment.id)}
          >
            <span className="max-md:sr-only">Edit</span>
          </Button>
          <Button
            variant="ghost"
            size="small"
            icon={<Trash2 aria-hidden />}
            onClick={() => discussion.confirmDelete(comment.id)}
          >
            <span className="max-md:sr-only">Delete</span>
          </Button>
        </>
      )}
      <Button
        variant="ghost"
        size="small"
        icon={<Link2 aria-hidden />}
        onClick={() => void copyLink(itemAddress(discussion.place.item, comment.id), "comment")}
      >
        <span className="max-md:sr-only">Copy Link</span>
      </Button>
    </div>
  );
}
