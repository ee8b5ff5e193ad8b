import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { itemInput, itemKindSchema, itemRefSchema } from "#shared/kernel/items.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema, prose, requiredText } from "#shared/kernel/text.ts";

import { MAX_COMMENT_LENGTH } from "./comment-thread.ts";

/** Mention of a person in a comment. */
export const personMentionSchema = z.object({
  /** Position of the `@` in the text, in UTF-16 units. */
  start: z.int(),
  length: z.int(),
  userId: idSchema,
  /** The person's current names, which may differ from the text. */
  username: z.string(),
  displayName: z.string(),
});
export type PersonMention = z.infer<typeof personMentionSchema>;

export const commentSchema = z.object({
  id: idSchema,
  /** Kind of the discussed item. */
  kind: itemKindSchema,
  itemId: idSchema,
  /** Same as `itemId`, for readings only. */
  readingId: idSchema.optional(),
  parentId: idSchema.nullable(),
  /** Empty for a deleted comment that remains because of its replies. */
  content: z.string(),
  userId: idSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  user: authorSchema,
  mentions: z.array(personMentionSchema),
});
export type Comment = z.infer<typeof commentSchema>;

/** The discussed item: a reference, or the id of a reading. */
const subjectShape = { ref: itemRefSchema.optional(), readingId: idSchema.optional() };
const subjectSchema = z.object(subjectShape);
export type DiscussionSubject = z.infer<typeof subjectSchema>;

export const commentListRequestSchema = pageRequestSchema.extend(subjectShape);
export type CommentListRequest = z.infer<typeof commentListRequestSchema>;

const content = requiredText("Comment is required")
  .trim()
  .min(1, "Comment is required")
  .pipe(prose(MAX_COMMENT_LENGTH));

export const newCommentSchema = itemInput(
  {
    ...subjectShape,
    content,
    parentId: idSchema.nullish().transform((id) => id ?? null),
  },
  commentSchema,
);
export type NewComment = z.infer<typeof newCommentSchema>;

export const commentEditSchema = itemInput({ id: idSchema, content }, commentSchema);
export type CommentEdit = z.infer<typeof commentEditSchema>;

export const discussionRequestSchema = z.object({ ref: itemRefSchema });
export type DiscussionRequest = z.infer<typeof discussionRequestSchema>;

/** Request for people to suggest for a mention. */
export const peopleRequestSchema = discussionRequestSchema.extend({
  /** Beginning of a word in the person's username or display name. */
  query: z.string().max(100).default(""),
});
export type PeopleRequest = z.infer<typeof peopleRequestSchema>;

/** Person to suggest for a mention. */
const mentionableSchema = z.object({
  id: idSchema,
  username: z.string(),
  displayName: z.string(),
  /** True if they have commented on the item. */
  isInDiscussion: z.boolean(),
});
export const mentionablePeopleSchema = z.object({ people: z.array(mentionableSchema) });
export type MentionablePeople = z.infer<typeof mentionablePeopleSchema>;

/** Numbers of a discussion as one user sees it. */
export const discussionOverviewSchema = z.object({
  /** Excludes deleted comments. */
  commentCount: z.int(),
  /** Number of other people's comments since this user last opened the discussion, or of all if they never did. */
  newCommentCount: z.int(),
  /** Time when this user last opened the discussion. Other people's later comments are new to them. */
  seenAt: z.iso.datetime().nullable(),
});
export type DiscussionOverview = z.infer<typeof discussionOverviewSchema>;
