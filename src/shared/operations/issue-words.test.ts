import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { loginSchema, registrationSchema } from "#shared/accounts/users.ts";
import { newCommentSchema } from "#shared/comments/comments.ts";
import { newFollowSchema } from "#shared/follows.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { askRequestSchema } from "#shared/search/ask.ts";
import { searchRequestSchema } from "#shared/search/search.ts";
import { newToolSchema } from "#shared/tools/tools.ts";

import { formatIssue } from "./issue-words.ts";

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
  [loginSchema, {}, ["Username is required", "Password is required"]],
  [loginSchema, { username: 1, password: 2 }, ["Username must be text", "Password must be text"]],
  [searchRequestSchema, {}, ["Enter something to search for"]],
  [searchRequestSchema, { q: ["a", "b"] }, ["Q must be text"]],
  [askRequestSchema, { question: 7 }, ["Question must be text"]],
  [registrationSchema, {}, ["Username is required", "Password is required"]],
  [newToolSchema, [], ["The input must be an object"]],
  [newToolSchema, undefined, ["The input is required"]],
  [z.object({ limit: z.coerce.number().max(500) }), { limit: 1000 }, ["Limit must be at most 500"]],
  [z.object({ id: z.string().max(100) }), { id: "x".repeat(101) }, ["ID must have at most 100 characters"]],
  [z.object({ id: z.string().min(1) }), { id: "" }, ["ID is required"]],
  [z.object({ show: z.enum(["all", "new"]) }), { show: "x" }, ["Show must be one of all, new"]],
  [z.object({ selectedIds: z.array(z.string()) }), { selectedIds: true }, ["Selected IDs must be a list"]],
  [z.object({ row: z.int().optional() }), { row: null }, ["Row must be a whole number, not null"]],
  [z.object({ ai: z.boolean().optional() }), { ai: null }, ["AI must be true or false, not null"]],
  [z.object({ row: z.int() }), { row: 1.5 }, ["Row must be a whole number"]],
  [z.object({ show: z.enum(["all", "new"]) }), {}, ["Show is required: one of all, new"]],
  [z.object({ tags: z.array(z.string()).min(1) }), { tags: [] }, ["Tags must have at least 1 item"]],
  [z.object({ code: z.string().max(1) }), { code: "ab" }, ["Code must have at most 1 character"]],
  [z.object({ rate: z.number().gt(0) }), { rate: 0 }, ["Rate must be more than 0"]],
  [z.object({ rate: z.number().multipleOf(5) }), { rate: 3 }, ["Rate must be a multiple of 5"]],
  [z.object({ mail: z.email() }), { mail: "x" }, ["Mail must be an email address"]],
  [z.object({ at: z.iso.datetime() }), { at: "x" }, ["At must be a time such as 2026-01-31T10:00:00Z"]],
  [z.object({ on: z.iso.date() }), { on: "x" }, ["On must be a date such as 2026-01-31"]],
  [z.object({ code: z.string().regex(/^x$/u) }), { code: "y" }, ["Code must be in the expected format"]],
  [z.object({ ends: z.literal(null) }), { ends: 1 }, ["Ends must be null"]],
  [z.object({ when: z.date() }), { when: "x" }, ["When must be of another kind"]],
  [
    z.strictObject({ name: z.string() }),
    { name: "A", nmae: "B", x: 1 },
    ["Unknown fields: nmae, x. Known fields: name"],
  ],
  [z.record(z.string().min(2), z.string()), { a: "b" }, ["The input must have at least 2 characters"]],
  [newFollowSchema, {}, ["View is required"]],
  [
    newFollowSchema,
    { view: { section: "tool" } },
    ["Section must be one of tools, news, papers, prompts, readings, search, discussion"],
  ],
  [
    newFollowSchema,
    { view: {} },
    ["Section is required: one of tools, news, papers, prompts, readings, search, discussion"],
  ],
  [
    newFollowSchema,
    { view: { section: "tools", filter: { serach: "x" } } },
    ["Unknown field in filter: serach. Known fields: search, industry, modality, isRecentOnly"],
  ],
  [
    z.object({ mergeNames: z.union([z.literal("all"), z.array(z.string())]) }),
    { mergeNames: 5 },
    ["Merge names must be all or a list"],
  ],
  [
    z.object({ mergeNames: z.union([z.literal("all"), z.array(z.string())]) }),
    { mergeNames: [5] },
    ["Item 1 must be text"],
  ],
  [z.object({ code: z.union([z.string(), z.number()]) }), { code: true }, ["Code must be text or a number"]],
] as const)("describes the problem in plain words (%#)", (schema, input, expected) => {
  expect(messagesOf(schema, input)).toEqual(expected);
});
