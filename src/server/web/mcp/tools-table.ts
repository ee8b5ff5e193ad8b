import { z } from "zod";

import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import type { TokenScope } from "#shared/accounts/token-scopes.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import { lineFacts } from "#shared/brief/brief-texts.ts";
import { briefLineSchema, briefSectionSchema } from "#shared/brief/briefs.ts";
import { MAX_COMMENT_LENGTH } from "#shared/comments/comment-thread.ts";
import { reasonWords } from "#shared/inbox/inbox-words.ts";
import { inboxRequestSchema } from "#shared/inbox/inbox.ts";
import type { ActivityLine } from "#shared/kernel/activity.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import { itemAddress, type ItemKey, itemOfAddress } from "#shared/kernel/item-address.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { MAX_PROMPT_LENGTH } from "#shared/prompts/prompt-rules.ts";
import { askAnswerSchema, askRequestSchema, quoteSchema } from "#shared/search/ask.ts";
import {
  SEARCH_KINDS,
  searchRequestSchema,
  type SearchResult,
  type TextPart,
} from "#shared/search/search.ts";
import { plainTex } from "#shared/tex/tex-text.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { type Ring, RINGS } from "#shared/verdicts/rings.ts";

import { metadataSchema, readItemRef, describeItem, titleOf, webAddress } from "./items.ts";
import { takeFitting, truncate, readNext, MAX_TEXT_LENGTH } from "./portions.ts";
import { fillPrompt } from "./prompts.ts";
import type { Caller } from "./words.ts";

/** Tool of the protocol: its description for assistants, and the procedures that it calls. */
interface ToolRow<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** Scope that a token needs. */
  scope: TokenScope;
  input: Input;
  output: Output;
  call(caller: Caller, input: z.output<Input>, app: App): Promise<z.output<Output>>;
}

/** Any row of the table. Its own schema validates the input. */
export interface AssistantTool extends Omit<ToolRow<z.ZodObject, z.ZodObject>, "call"> {
  run(caller: Caller, input: unknown, app: App): Promise<Record<string, unknown>>;
}

const tool = <Input extends z.ZodObject, Output extends z.ZodObject>({
  call,
  ...row
}: ToolRow<Input, Output>): AssistantTool => ({
  ...row,
  run: (caller, input, app) => call(caller, row.input.parse(input), app),
});

const NEWS_PER_ANSWER = 50;
const ENTRIES_PER_ANSWER = 20;

const nextText = z.string().describe("The `next` of the previous reply, to continue after it");
const next = nextText.max(20).optional();
const itemId = z.string().max(100).describe("An id from search, such as tool:ID or reading:ID");
const text = (max: number, about: string) => z.string().max(max).describe(about);
const name = text(TEXT_LIMITS.name, "Its name or title");
const tags = z.array(z.string().max(TEXT_LIMITS.tag)).max(TEXT_LIMITS.tags).optional().describe("Its tags");
const notes = text(TEXT_LIMITS.notes, "Notes for the team; Markdown").optional();

const addedSchema = z.object({ id: z.string(), title: z.string(), url: z.string() });
const nextSchema = z.string().nullable().describe("Where to continue; null at the end");

/** All tools for assistants, in listed order. None deletes; only users can. */
export const toolsTable: readonly AssistantTool[] = [
  tool({
    name: "search",
    title: "Search the team's knowledge",
    description:
      'Finds tools, news articles, papers, prompts, readings and comments by words, best first. Also: "phrases", -exclusions, and the filters kind: tag: by: verdict:adopt|trial|assess|hold|none after:2026-01 before:2026-02-15. To list the tools that the team has adopted, search for verdict:adopt. With sort: "forYou", returns the papers recommended by your user\'s stars, with the reason as snippet.',
    scope: "read",
    input: z.strictObject({
      query: searchRequestSchema.shape.q
        .optional()
        .describe('Words and filters; optional with sort: "forYou"'),
      sort: z
        .enum(["relevance", "forYou"])
        .default("relevance")
        .describe("forYou: recommended papers, best first"),
      kinds: z
        .array(z.enum(SEARCH_KINDS))
        .max(SEARCH_KINDS.length)
        .optional()
        .describe("Only these kinds of items"),
      limit: z.int().min(1).max(50).default(10).describe("The number of results"),
      next,
    }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          url: z.string(),
          kind: z.enum(SEARCH_KINDS),
          snippet: z.string(),
          by: z.string().nullable(),
          date: z.string(),
          verdict: z.enum(RINGS).optional().describe("For tools, the team's verdict"),
        }),
      ),
      hints: z.array(z.string()),
      next: nextSchema,
    }),
    async call(caller, { query, sort, kinds = [], limit, next: cursor }, app) {
      const offset = readNext(cursor);
      if (sort === "forYou") return recommend(caller, app, { search: query, limit, cursor }, offset);
      if (query === undefined) throw invalid("Enter something to search for", "query");
      const q = [...kinds.map((kind) => `kind:${kind}`), query].join(" ");
      const page = await caller.search.all({ q, limit, cursor });
      const rings = await findRings(caller, page.items);
      const all = page.items.map((result) => toResult(app, result, rings.get(result.id)));
      const results = takeFitting(all, MAX_TEXT_LENGTH - JSON.stringify(page.hints).length);
      const isTruncated = results.length < all.length;
      return {
        results,
        hints: page.hints,
        next: isTruncated ? String(offset + results.length) : page.nextCursor,
      };
    },
  }),
  tool({
    name: "ask",
    title: "Ask the team's knowledge",
    description:
      "Answers a question with sentences from the team's items, with their sources, or from its tables: which tools are adopted, whether a tool may receive customer data, who decided on it and why, which reviews are overdue, which prompts work best in a tool, the newest paper or article that names a tool, which readings (on a topic) are being discussed, what people said about an item. `level` says whether the sentences answer the question, may not, or don't.",
    scope: "read",
    input: z.strictObject({
      question: askRequestSchema.shape.question.describe("The question, in a sentence"),
    }),
    output: askAnswerSchema
      .pick({ level: true, text: true })
      .extend({ quotes: z.array(quoteSchema.omit({ ref: true }).extend({ id: z.string() })) }),
    async call(caller, { question }) {
      const { level, text: sentence, quotes } = await caller.search.ask({ question, ai: false });
      const all = quotes.map(({ ref, ...quote }) => ({ id: ref, ...quote }));
      return { level, text: sentence, quotes: takeFitting(all, MAX_TEXT_LENGTH) };
    },
  }),
  tool({
    name: "fetch",
    title: "Read an item",
    description: "Returns the full text of a search result, with its author and its discussion.",
    scope: "read",
    input: z.strictObject({ id: itemId, next }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: metadataSchema,
      next: nextSchema,
    }),
    async call(caller, { id, next: cursor }, app) {
      const offset = readNext(cursor);
      const key = readItemRef(id);
      const { title, text: whole, metadata } = await describeItem(caller, key);
      const section = truncate(whole, offset, MAX_TEXT_LENGTH);
      return { id, title, text: section.text, url: webAddress(app, key), metadata, next: section.next };
    },
  }),
  tool({
    name: "whats_new",
    title: "List what's new",
    description:
      "Lists other people's additions, changes and comments since the person's last visit, or since a time, newest first.",
    scope: "read",
    input: z.strictObject({
      since: z
        .string()
        .max(50)
        .optional()
        .describe("A date such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z"),
      next: nextText.max(100).optional(),
    }),
    output: z.object({
      since: z.string(),
      news: z.array(
        z.object({
          by: z.string(),
          did: z.string(),
          at: z.string(),
          id: z.string().nullable(),
          url: z.string().nullable(),
        }),
      ),
      found: z
        .array(z.string())
        .describe("Items that StackLoop found automatically; only in the first reply"),
      next: nextSchema,
    }),
    async call(caller, { since, next: from }, app) {
      const { after, cursor } = readCursor(from);
      const section = await caller.events.byOthers({
        limit: NEWS_PER_ANSWER,
        since,
        ...(from !== undefined && { after, cursor }),
      });
      return {
        since: section.since,
        news: section.items.map((line) => toNews(app, line)),
        found: section.found,
        next: section.nextCursor && `${section.after}.${section.nextCursor}`,
      };
    },
  }),
  tool({
    name: "inbox",
    title: "Read the inbox",
    description:
      "Lists the person's inbox, newest first: mentions, replies, comments on their items and in their discussions, due reviews of their verdicts, and changes to items they watch. Returns open entries by default. Only the person can mark them as done.",
    scope: "read",
    input: z.strictObject({
      tab: inboxRequestSchema.shape.tab.describe("Open entries, or those marked as done"),
      next: nextText.max(200).optional(),
    }),
    output: z.object({
      entries: z.array(
        z.object({
          by: z.string(),
          why: z.string(),
          at: z.string(),
          id: z.string(),
          title: z.string(),
          text: z.string(),
          comment: z.string().nullable().describe("The id of the comment, to reply to"),
          url: z.string(),
        }),
      ),
      next: nextSchema,
    }),
    async call(caller, { tab, next: cursor }, app) {
      const { items, nextCursor } = await caller.inbox.list({ tab, limit: ENTRIES_PER_ANSWER, cursor });
      const entries = items.map(({ actor, reason, at, item, text: words, commentId }) => ({
        by: personName(actor),
        why: reasonWords(reason, item.kind, commentId !== null),
        at,
        id: item.ref,
        title: item.title,
        text: words,
        comment: commentId,
        url: `${app.publicUrl}${item.href}`,
      }));
      return { entries, next: nextCursor };
    },
  }),
  tool({
    name: "brief",
    title: "Summarise a period",
    description:
      "Returns what the team did from one day to another, both included: decisions on tools with reasons, new tools, news by tool, papers, prompts, discussions with unanswered questions, and reviews due. Last week by default.",
    scope: "read",
    input: z.strictObject({
      from: text(50, "The first day, such as 2026-11-16").optional(),
      to: text(50, "The last day, such as 2026-11-22").optional(),
    }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      url: z.string().describe("Its page, where the person saves it as slides or edits it"),
      sections: z.array(
        briefSectionSchema.pick({ title: true, total: true }).extend({
          lines: z.array(
            briefLineSchema
              .pick({ title: true, text: true, group: true })
              .extend({ id: z.string().nullable(), url: z.string(), facts: z.array(z.string()) }),
          ),
        }),
      ),
    }),
    async call(caller, days, app) {
      const { document } = await caller.briefs.open(days);
      const { period, sections } = document;
      const room = Math.floor(MAX_TEXT_LENGTH / Math.max(1, sections.length));
      return {
        from: period.from,
        to: period.to,
        url: `${app.publicUrl}/brief?from=${period.from}&to=${period.to}`,
        sections: sections.map(({ title, total, lines }) => {
          const all = lines.map((line) => ({
            id: line.ref,
            title: line.title,
            text: line.text,
            ...(line.group !== undefined && { group: line.group }),
            facts: lineFacts(line),
            url: `${app.publicUrl}${line.href}`,
          }));
          return { title, total, lines: takeFitting(all, room) };
        }),
      };
    },
  }),
  tool({
    name: "get_prompt",
    title: "Fill in a prompt",
    description: "Returns one of the team's prompts by its name, id or title, with its variables filled in.",
    scope: "read",
    input: z.strictObject({
      name: text(200, "Its name, such as bug-report, or its id or title from search"),
      values: z
        .record(z.string().max(200), z.string().max(MAX_PROMPT_LENGTH))
        .optional()
        .describe("Values by variable name"),
      next,
    }),
    output: z.object({
      name: z.string(),
      title: z.string(),
      version: z.int(),
      text: z.string(),
      next: nextSchema,
    }),
    async call(caller, { name: slug, values = {}, next: cursor }) {
      const prompt = await caller.assistants.prompt({ slug });
      const section = truncate(fillPrompt(prompt, values), readNext(cursor), MAX_TEXT_LENGTH);
      return { name: prompt.slug, title: prompt.name, version: prompt.revision, ...section };
    },
  }),
  tool({
    name: "add_tool",
    title: "Add a tool",
    description:
      "Adds an AI tool to the team's catalogue. If a tool with the same name and company, or the same address, exists, returns it and adds nothing, unless allowDuplicate is true.",
    scope: "add",
    input: z.strictObject({
      name,
      company: text(TEXT_LIMITS.name, "The company that makes it").optional(),
      url: text(TEXT_LIMITS.url, "Its website").optional(),
      use: text(TEXT_LIMITS.mediumText, "Its use case").optional(),
      capabilities: text(TEXT_LIMITS.mediumText, "Its capabilities").optional(),
      tags,
      notes,
      allowDuplicate: z.boolean().optional().describe("True to add the tool even if it seems to exist"),
    }),
    output: addedSchema.extend({
      isNew: z.boolean().describe("False if nothing was added and this is the existing tool"),
      similar: z.array(addedSchema).describe("Other tools with the same name or address"),
    }),
    async call(caller, { allowDuplicate = false, ...input }, app) {
      const describe = ({ id, name: title }: Pick<Tool, "id" | "name">) =>
        toAdded(app, { kind: "tool", id }, title);
      const [existing, ...others] = allowDuplicate
        ? []
        : await caller.tools.similar({ name: input.name, company: input.company, url: input.url });
      if (existing) return { ...describe(existing), isNew: false, similar: others.map(describe) };
      const created = await caller.tools.add(input);
      return { ...describe(created), isNew: true, similar: (created.similar ?? []).map(describe) };
    },
  }),
  tool({
    name: "add_reading",
    title: "Add a reading",
    description: "Adds a book or an article to the team's reading list.",
    scope: "add",
    input: z.strictObject({
      title: name,
      author: text(TEXT_LIMITS.name, "Its author"),
      year: z.int().optional(),
      topic: text(TEXT_LIMITS.shortText, "Its topic, in a word or two").optional(),
      page: text(TEXT_LIMITS.shortText, "Its pages").optional(),
      isbn: text(TEXT_LIMITS.tag, "Its ISBN").optional(),
      tags,
      notes,
    }),
    output: addedSchema,
    async call(caller, input, app) {
      const { id, title } = await caller.readings.add(input);
      return toAdded(app, { kind: "reading", id }, title);
    },
  }),
  tool({
    name: "add_prompt",
    title: "Add a prompt",
    description: "Adds a prompt to the team's library. Variables are written {{name}} or {{name:default}}.",
    scope: "add",
    input: z.strictObject({
      name,
      prompt: text(MAX_PROMPT_LENGTH, "The text to send to a model"),
      purpose: text(TEXT_LIMITS.mediumText, "Its purpose").optional(),
      tags,
      notes,
    }),
    output: addedSchema,
    async call(caller, input, app) {
      const { id, name: title } = await caller.prompts.add(input);
      return toAdded(app, { kind: "prompt", id }, title);
    },
  }),
  tool({
    name: "comment",
    title: "Comment on an item",
    description: "Adds a comment to the discussion of an item, or a reply to a comment.",
    scope: "add",
    input: z.strictObject({
      id: itemId.describe("The id of the item, such as tool:ID or reading:ID"),
      text: text(MAX_COMMENT_LENGTH, "The comment"),
      replyTo: text(100, "The id of the comment to reply to, from fetch").optional(),
    }),
    output: addedSchema.extend({ comment: z.string().describe("The id of the comment") }),
    async call(caller, { id: ref, text: content, replyTo: parentId }, app) {
      const key = readItemRef(ref);
      const { id: comment } = await caller.comments.add({ ref: formatItemRef(key), content, parentId });
      return { ...toAdded(app, key, await titleOf(caller, key)), comment };
    },
  }),
];

const textOf = (parts: readonly TextPart[]): string => parts.map((part) => part.text).join("");

/** Returns the team's verdicts on the tools in these results. */
async function findRings(
  { verdicts }: Caller,
  results: readonly SearchResult[],
): Promise<ReadonlyMap<string, Ring>> {
  if (!results.some(({ kind }) => kind === "tool")) return new Map();
  const { items } = await verdicts.present();
  return new Map(items.map(({ toolId, ring }) => [toolId, ring]));
}

/** Returns the papers recommended to the user. */
async function recommend(
  caller: Caller,
  app: App,
  { search = "", limit, cursor }: { search: string | undefined; limit: number; cursor: string | undefined },
  offset: number,
) {
  const { items, nextCursor, note } = await caller.papers.list({
    show: "forYou",
    search: search.slice(0, 200),
    limit,
    cursor,
  });
  const all = items.map(({ id, title, authors, publishedAt, reason }) => ({
    id: formatItemRef({ kind: "paper", id }),
    title: plainTex(title),
    url: `${app.publicUrl}${itemAddress({ kind: "paper", id })}`,
    kind: "paper" as const,
    snippet: reason ?? "",
    by: authors,
    date: publishedAt,
  }));
  const hints = note === null ? [] : [note];
  const results = takeFitting(all, MAX_TEXT_LENGTH - JSON.stringify(hints).length);
  return { results, hints, next: results.length < all.length ? String(offset + results.length) : nextCursor };
}

function toResult(
  app: App,
  { kind, id, title, snippet, people, date, address }: SearchResult,
  verdict: Ring | undefined,
) {
  return {
    id: formatItemRef(kind === "comment" ? itemOfComment(address) : { kind, id }),
    title: textOf(title),
    url: `${app.publicUrl}${address}`,
    kind,
    snippet: textOf(snippet),
    by: people,
    date,
    ...(verdict && { verdict }),
  };
}

/** Returns the item in a comment's address. */
function itemOfComment(address: string): ItemKey {
  const [path = "", query] = address.split("?");
  return itemOfAddress(path, new URLSearchParams(query)) ?? { kind: "reading", id: "" };
}

/** Parses the `next` value of whats_new: the event before the period, and the page cursor. */
function readCursor(given: string | undefined): { after: number; cursor: string } {
  const [, after = "", cursor = ""] = /^(\d{1,15})\.(.+)$/u.exec(given ?? "") ?? [];
  if (given !== undefined && cursor === "")
    throw invalid("This next is invalid. Start again without it.", "next");
  return { after: Number(after), cursor };
}

function toNews(app: App, line: ActivityLine) {
  const key = line.count === 1 && line.isThere ? { kind: line.kind, id: line.itemId } : null;
  return {
    by: line.actor === null ? "StackLoop" : personName(line.actor),
    did: eventText(line),
    at: line.at,
    id: key && formatItemRef(key),
    url: key && webAddress(app, key),
  };
}

const toAdded = (app: App, key: ItemKey, title: string) => ({
  id: formatItemRef(key),
  title,
  url: webAddress(app, key),
});
