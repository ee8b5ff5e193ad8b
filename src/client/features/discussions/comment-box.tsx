import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { MAX_COMMENT_LENGTH, authorLabel } from "#shared/comments/comment-thread.ts";
import type { Comment } from "#shared/comments/comments.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { type DraftLocation, type DraftSlot, readDraft, storeDraft } from "./comment-drafts.ts";
import { MentionField } from "./mention-field.tsx";
import type { DiscussionContext } from "./use-discussion.ts";

/** Length in UTF-16 units from which the counter is shown. */
const COUNTER_THRESHOLD = MAX_COMMENT_LENGTH * 0.9;

interface CommentBoxProps {
  /** Accessible name. */
  label: string;
  placeholder?: string;
  draftLocation: DraftLocation;
  slot: DraftSlot;
  /** Initial text, unless there is a draft. */
  initialText?: string;
  submitLabel: string;
  pendingLabel: string;
  /** Submits the trimmed text. Resolves to false if that failed. */
  onSubmit: (text: string) => Promise<boolean>;
  /** Button that closes the box. */
  cancel?: ReactNode;
  /** True to focus the box when it opens. */
  takesFocus?: boolean;
}

/** Input for a comment. The browser stores its text until it is submitted. */
export function CommentBox(props: CommentBoxProps) {
  const {
    label,
    placeholder,
    draftLocation,
    slot,
    initialText = "",
    submitLabel,
    pendingLabel,
    cancel,
    takesFocus = false,
  } = props;
  const [text, setText] = useState(() => readDraft(draftLocation, slot) || initialText);
  const [isDraftStored, setIsDraftStored] = useState(true);
  const [isPending, setPending] = useState(false);
  // If the browser can't store the draft, closing the box would lose the text.
  useUnsaved(!isDraftStored);
  const box = useRef<HTMLTextAreaElement>(null);
  const length = text.length < COUNTER_THRESHOLD ? 0 : codePointLength(text);
  const canSubmit = text.trim() !== "" && length <= MAX_COMMENT_LENGTH;

  useEffect(() => {
    if (!takesFocus || !box.current) return undefined;
    box.current.focus();
    box.current.setSelectionRange(box.current.value.length, box.current.value.length);
    // In the next frame, because focusing doesn't scroll in a dialog whose content has just grown.
    const frame = requestAnimationFrame(() => box.current?.scrollIntoView({ block: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);

  function handleChange(typed: string) {
    setText(typed);
    setIsDraftStored(storeDraft(draftLocation, slot, typed === initialText ? "" : typed));
  }

  async function handleSubmit() {
    if (!canSubmit || isPending) return;
    setPending(true);
    const isSent = await props.onSubmit(text.trim());
    setPending(false);
    if (isSent) handleChange("");
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void handleSubmit();
  }

  return (
    <div className="space-y-2 print:hidden">
      <MentionField
        item={draftLocation.item}
        box={box}
        aria-label={label}
        placeholder={placeholder}
        rows={3}
        value={text}
        readOnly={isPending}
        counter={length > 0 ? { length, max: MAX_COMMENT_LENGTH } : undefined}
        onType={handleChange}
        onKey={handleKeyDown}
        // Also scrolls to the submit button, which a dialog may hide below.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}
        className="field-sizing-content max-h-96 scroll-mb-20"
      />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto min-w-0 text-xs text-ink-faint max-md:hidden">
          Type @ to mention someone, or use Markdown
        </span>
        {cancel}
        <Button
          variant={cancel ? "primary" : "secondary"}
          disabled={!canSubmit}
          isPending={isPending}
          pendingLabel={pendingLabel}
          onClick={() => void handleSubmit()}
        >
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}

interface CommentEditorProps {
  comment: Comment;
  discussion: DiscussionContext;
}

/** Editor that replaces the user's own comment. */
export function CommentEditor({ comment, discussion }: CommentEditorProps) {
  return (
    <div className="pb-2">
      <CommentBox
        label="Edit comment"
        draftLocation={discussion.draftLocation}
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

/** Reply input below a comment. */
export function ReplyBox({ comment, discussion }: CommentEditorProps) {
  const author = authorLabel(comment.user);
  return (
    <div className="pt-1 pb-2">
      <CommentBox
        label={`Reply to ${isolate(author)}`}
        placeholder={`Reply to ${isolate(author)}...`}
        draftLocation={discussion.draftLocation}
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

interface OrphanedRepliesProps {
  comments: readonly Comment[];
  drafts: ReadonlySet<string>;
  discussion: DiscussionContext;
}

/** Inputs with drafts of replies to deleted comments. The drafts can be submitted as new comments. */
export function OrphanedReplies({ comments, drafts, discussion }: OrphanedRepliesProps) {
  const existingIds = new Set(comments.flatMap(({ id, deletedAt }) => (deletedAt === null ? id : [])));
  const orphanedIds = [...drafts].flatMap((slot) => {
    const id = slot.startsWith("reply ") ? slot.slice("reply ".length) : "";
    return id === "" || existingIds.has(id) ? [] : id;
  });

  async function send(id: string, text: string) {
    const isSent = await discussion.add(text, null);
    if (isSent) discussion.discardReply(id);
    return isSent;
  }

  return orphanedIds.map((id) => (
    <div key={id} className="mt-4 rounded-control border border-line bg-warning-soft p-3">
      <p className="mb-2 text-sm text-warning-ink">
        The comment you were replying to was deleted. You can still post your reply.
      </p>
      <CommentBox
        label="Reply to a deleted comment"
        draftLocation={discussion.draftLocation}
        slot={`reply ${id}`}
        submitLabel="Post as Comment"
        pendingLabel="Posting..."
        onSubmit={(text) => send(id, text)}
        cancel={<Button onClick={() => discussion.discardReply(id)}>Discard</Button>}
      />
    </div>
  ));
}
