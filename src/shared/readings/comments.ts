import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { itemInput } from "#shared/kernel/item-input.ts";
import { idSchema, prose, requiredText } from "#shared/kernel/text.ts";

import { MAX_COMMENT_LENGTH } from "./comment-thread.ts";

export const commentSchema = z.object({
  id: idSchema,
  readingId: idSchema,
  parentId: idSchema.nullable(),
  /** Empty for a deleted comment that remains because of its replies. */
  content: z.string(),
  userId: idSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  user: authorSchema,
});
export type Comment = z.infer<typeof commentSchema>;

const content = requiredText("Comment is required")
  .trim()
  .min(1, "Comment is required")
  .pipe(prose(MAX_COMMENT_LENGTH));

export const newCommentSchema = itemInput(
  {
    readingId: idSchema,
    content,
    parentId: idSchema.nullish().transform((id) => id ?? null),
  },
  commentSchema,
);
export type NewComment = z.infer<typeof newCommentSchema>;

export const commentEditSchema = itemInput({ id: idSchema, content }, commentSchema);
export type CommentEdit = z.infer<typeof commentEditSchema>;
