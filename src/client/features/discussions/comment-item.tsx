import { CornerDownRight, Link2, Pencil, Trash2 } from "lucide-react";
import { memo, useMemo } from "react";

import { NamedText, useNamesOfTexts } from "#client/features/links/names/named-text.tsx";
import type { NamedItem } from "#client/features/links/use-links.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Badge } from "#client/ui/text/badge.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { type InlinePart, splitBlocks, splitInline } from "#shared/comments/comment-markdown.ts";
import { authorLabel } from "#shared/comments/comment-thread.ts";
import type { Comment } from "#shared/comments/comments.ts";
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
  isHighlighted: boolean;
  isReplying: boolean;
  isEditing: boolean;
  /** True if there is a draft of a reply. */
  hasDraft: boolean;
  /** Must remain the same object while the discussion is open, because this component is memoized. */
  discussion: DiscussionContext;
}

/** Comment in a discussion thread. */
export const CommentItem = memo(function CommentItem(props: CommentItemProps) {
  const { comment, level, drawnLevel, inReplyTo, isNew, isHighlighted, isReplying, isEditing, discussion } =
    props;
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
      aria-current={isHighlighted || undefined}
      className="relative scroll-mt-15 scroll-mb-20 py-1 outline-none"
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
          isHighlighted && "bg-accent-soft ring-1 ring-accent",
          isNew &&
            !isHighlighted &&
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
type Part = InlinePart<Mentions[number]>;

/** Text of a comment, with Markdown, mentioned people, and links for URLs and names of items. */
function CommentText({ text, mentions }: { text: string; mentions: Mentions }) {
  const blocks = useMemo(
    () =>
      splitBlocks(text).map(({ kind, lines }) => ({
        kind,
        // Quotations don't mention people.
        lines: lines.map((line) => ({
          ...line,
          parts: kind === "code" ? [] : splitInline(line, kind === "quotation" ? NO_MENTIONS : mentions),
        })),
      })),
    [text, mentions],
  );
  const parts = useMemo(() => blocks.flatMap(({ lines }) => lines.flatMap((line) => line.parts)), [blocks]);
  const texts = useMemo(() => parts.map((part) => (part.kind === "text" ? part.text : "")), [parts]);
  const namesByText = useNamesOfTexts(texts);
  const names = useMemo(
    () => new Map(parts.map((part, index) => [part, namesByText[index] ?? []])),
    [parts, namesByText],
  );
  const renderLine = (line: { parts: readonly Part[] }) => <InlineText parts={line.parts} names={names} />;
  return blocks.map(({ kind, lines }, index) => {
    // The blocks of a text never change their order.
    const key = index;
    const [line] = lines;
    switch (kind) {
      case "list":
        return (
          <ul key={key} className="my-1 space-y-0.5">
            {lines.map((item) => (
              <li
                key={item.start}
                className="flex gap-2"
                style={{ paddingLeft: `${(item.depth ?? 0) * 1.25}rem` }}
              >
                <span className="shrink-0 text-ink-muted tabular-nums">{item.bullet}</span>
                <span dir="auto" className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
                  {renderLine(item)}
                </span>
              </li>
            ))}
          </ul>
        );
      case "code":
        return (
          <pre
            key={key}
            className="my-1 rounded-control bg-sunken px-3 py-2 font-mono text-xs/5 wrap-anywhere whitespace-pre-wrap"
          >
            {line?.text}
          </pre>
        );
      case "quotation":
        return (
          <blockquote key={key} className="my-1 border-l-2 border-line-strong pl-3 text-ink-muted">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {line && renderLine(line)}
            </p>
          </blockquote>
        );
      default:
        return (
          <p
            key={key}
            dir="auto"
            className={classNames("wrap-anywhere whitespace-pre-wrap", kind === "heading" && "font-semibold")}
          >
            {line && renderLine(line)}
          </p>
        );
    }
  });
}

const NO_MENTIONS: Mentions = [];

interface InlineTextProps {
  parts: readonly Part[];
  /** Names to link in each part. */
  names: ReadonlyMap<Part, readonly NamedItem[]>;
}

const InlineText = ({ parts, names }: InlineTextProps) =>
  parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change their order
    <StyledPart key={index} part={part} names={names.get(part) ?? []} />
  ));

function StyledPart({ part, names }: { part: Part; names: readonly NamedItem[] }) {
  let content = <PlainPart part={part} names={names} />;
  if (part.isStruck) content = <s>{content}</s>;
  if (part.isEmphasized) content = <em>{content}</em>;
  return part.isStrong ? <strong className="font-semibold">{content}</strong> : content;
}

function PlainPart({ part, names }: { part: Part; names: readonly NamedItem[] }) {
  if (part.mention) return <MentionChip mention={part.mention} />;
  if (part.kind === "code")
    return <code className="rounded-chip bg-sunken px-1 py-px font-mono text-[0.9em]">{part.text}</code>;
  if (part.href === undefined) return <NamedText text={part.text} names={names} />;
  return (
    <a
      href={part.href}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-chip text-accent-ink underline underline-offset-2 hover:no-underline"
    >
      {part.text}
    </a>
  );
}

/** Name of a mentioned person, with the username on hover. Highlighted for that person. */
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
        onClick={() => void copyLink(itemAddress(discussion.draftLocation.item, comment.id), "comment")}
      >
        <span className="max-md:sr-only">Copy Link</span>
      </Button>
    </div>
  );
}
