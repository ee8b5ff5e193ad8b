import { CornerDownRight, Link2, Pencil, Trash2 } from "lucide-react";

import { readingLink } from "#client/features/readings/page/readings-view-url.ts";
import { Badge } from "#client/ui/badge.tsx";
import { Button } from "#client/ui/button.tsx";
import { useCopyLink } from "#client/ui/use-copy-link.ts";
import type { Comment } from "#shared/comments.ts";

import type { DiscussionContext } from "./use-discussion.ts";

interface CommentActionsProps {
  comment: Comment;
  hasDraft: boolean;
  discussion: DiscussionContext;
}

/** What one can do with a comment: change it only if one wrote it. */
export function CommentActions({ comment, hasDraft, discussion }: CommentActionsProps) {
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
        onClick={() => void copyLink(readingLink(discussion.place.readingId, comment.id), "comment")}
      >
        <span className="max-md:sr-only">Copy Link</span>
      </Button>
    </div>
  );
}
