import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { newCommentSchema } from "./comments.ts";
import { formatIssue } from "./issue-words.ts";
import { newPromptSchema } from "./prompts.ts";
import { newReadingSchema } from "./readings.ts";
import { newToolSchema } from "./tools.ts";
import { loginSchema, registrationSchema } from "./users.ts";

beforeAll(() => {
  z.config({ customError: formatIssue });
});
afterAll(() => {
  z.config({ customError: undefined });
});

const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message);

test.each([
  [newToolSchema, {}, ["Tool name is required"]],
  [newToolSchema, { name: null }, ["Tool name is required"]],
  [newToolSchema, { name: 7 }, ["Tool name must be text"]],
  [newToolSchema, { name: "A", company: 7 }, ["Company must be text"]],
  [newToolSchema, { name: "A", tags: "x" }, ["Tags must be a list"]],
  [newToolSchema, { name: "A", tags: ["x", 7] }, ["Item 2 of tags must be text"]],
  [newToolSchema, { name: "A", releaseNotes: [{ url: "https://a.example" }] }, ["Date is required"]],
  [newToolSchema, { name: "A", releaseNotes: [{ date: "1" }] }, ["URL is required"]],
  [newPromptSchema, {}, ["Prompt name is required", "Prompt is required"]],
  [newPromptSchema, { name: "A", prompt: {} }, ["Prompt must be text"]],
  [newReadingSchema, { author: "A" }, ["Title is required"]],
  [newReadingSchema, { author: "A", title: [] }, ["Title must be text"]],
  [newCommentSchema, { readingId: "1" }, ["Comment is required"]],
  [newCommentSchema, { content: "A" }, ["Reading ID is required"]],
  [loginSchema, {}, ["Username is required", "Password is required"]],
  [loginSchema, { username: 1, password: 2 }, ["Username must be text", "Password must be text"]],
  [registrationSchema, {}, ["Username is required", "Password is required"]],
  [newToolSchema, [], ["The input must be an object"]],
  [newToolSchema, undefined, ["The input is required"]],
  [z.object({ limit: z.coerce.number().max(500) }), { limit: 1000 }, ["Limit must be at most 500"]],
  [z.object({ id: z.string().max(100) }), { id: "x".repeat(101) }, ["ID must have at most 100 characters"]],
  [z.object({ id: z.string().min(1) }), { id: "" }, ["ID is required"]],
  [z.object({ show: z.enum(["all", "new"]) }), { show: "x" }, ["Show must be one of all, new"]],
  [z.object({ selectedIds: z.array(z.string()) }), { selectedIds: true }, ["Selected IDs must be a list"]],
  [z.object({ row: z.int() }), { row: 1.5 }, ["Row must be a whole number"]],
] as const)("says what is wrong in words that people use (%#)", (schema, input, expected) => {
  expect(messagesOf(schema, input)).toEqual(expected);
});
