import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { pageOf } from "#shared/kernel/paging.ts";
import { idSchema, requiredText } from "#shared/kernel/text.ts";

import { ANSWER_LEVELS, MAX_QUESTION_LENGTH } from "./words.ts";

export const askRequestSchema = z.strictObject({
  question: requiredText("Enter a question")
    .max(MAX_QUESTION_LENGTH, `A question can have at most ${MAX_QUESTION_LENGTH} characters`)
    .refine((text) => text.trim() !== "", "Enter a question"),
  /** True if the AI provider may answer. False for quotations only. */
  ai: z.boolean().default(true),
});
export type AskRequest = z.infer<typeof askRequestSchema>;

export const quoteSchema = z.object({
  /** Item of the passage. For a comment, the item that it is about. */
  ref: itemRefSchema,
  title: z.string(),
  /** Path of the item, or of the comment in its discussion. */
  url: z.string(),
  /** Sentence of its text, unchanged. */
  passage: z.string(),
  /** Authors, makers or sources. Null if none is named. */
  author: z.string().nullable(),
  /** Score of the passage: at least 0.6 for an answer, at least 0.47 for a passage that may not answer. */
  score: z.number(),
});
export type Quote = z.infer<typeof quoteSchema>;

export const askAnswerSchema = z.object({
  level: z.enum(ANSWER_LEVELS),
  /** Passages that support the answer, best first. At level "none", passages of the closest items. */
  quotes: z.array(quoteSchema),
  /** Answer from the team's data or by an AI provider. Null for quotations only. */
  text: z.string().nullable(),
  /** Numbers of the quotes cited by an AI provider's text, from 1. */
  citations: z.array(z.int()),
  /** AI provider that wrote the text. Null if no AI wrote it. */
  provider: z.string().nullable(),
  /** Explanation in a sentence, such as that the AI provider failed. */
  note: z.string().nullable(),
});
export type AskAnswer = z.infer<typeof askAnswerSchema>;

/** Question in a discussion without a reply. */
export const openQuestionSchema = z.object({
  /** Id of the comment. */
  id: idSchema,
  /** Discussed item. */
  ref: itemRefSchema,
  title: z.string(),
  question: z.string(),
  user: authorSchema,
  createdAt: z.iso.datetime(),
});
export type OpenQuestion = z.infer<typeof openQuestionSchema>;
export const openQuestionsSchema = pageOf(openQuestionSchema);
