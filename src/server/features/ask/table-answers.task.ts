import type { Db } from "#db/database.ts";
import { countComments, listLatestComments } from "#server/features/comments/comments.queries.ts";
import { listRatedPrompts } from "#server/features/ratings/ratings.queries.ts";
import { findForQuestion } from "#server/kernel/search/search.queries.ts";
import { loadDocs, loadTitles } from "#server/kernel/texts/texts.queries.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import { formatCommentCount } from "#shared/comments/comment-thread.ts";
import { type ItemKey, KINDS } from "#shared/kernel/item-address.ts";
import { formatItemRef, itemKindSchema } from "#shared/kernel/items.ts";
import { sliceStart } from "#shared/kernel/text-rules.ts";
import { formatRating } from "#shared/prompts/prompt-rules.ts";
import type { RatedPrompt } from "#shared/prompts/prompts.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { type Clearance, CLEARANCES, type Ring, RING_WORDS } from "#shared/verdicts/rings.ts";

import {
  findCurrentVerdict,
  listInRing,
  listItemsNamingTool,
  listPastReview,
  listReadingComments,
  listToolNames,
  type NamedVerdict,
} from "./ask.queries.ts";

/** Answer from the team's verdicts, ratings, links or discussions: a sentence and its sources. */
export interface TableAnswer {
  text: string;
  items: (ItemKey & {
    title: string;
    passage: string;
    author: string | null;
    /** Id of the comment that contains the passage. */
    commentId?: string;
  })[];
}

interface NamedTool {
  toolId: string;
  name: string;
}

const MAX_LISTED = 50;
/** Maximum length of a quoted comment. */
const MAX_PASSAGE_LENGTH = 500;

const RING_PATTERNS: readonly (readonly [Ring, RegExp])[] = [
  ["adopt", /\badopt(?:ed|ing)?\b/iu],
  ["trial", /\b(?:(?:on|in) trial|trial(?:ing|led)?|trying|try out)\b/iu],
  ["assess", /\bassess(?:ed|ing)?\b/iu],
  ["hold", /\bon hold\b|\bhold\b/iu],
];
const LIST_QUESTION = /\b(?:which|what|list|show)\b/iu;
const NEGATION = String.raw`(?:\b(?:not|never|no longer)|n['’]t)\b`;
/** Matches questions for the opposite of a list. */
const NEGATED_QUESTION = new RegExp(NEGATION, "iu");
/** Matches a negation only next to the verb, because titles can contain "not" too. */
const UNDISCUSSED_QUESTION = new RegExp(String.raw`${NEGATION}(?: \w+){0,2} discuss`, "iu");
const TOOLS_QUESTION = /\b(?:tools?|products?)\b|\bwhat (?:have|did|do|are) we\b/iu;
const OVERDUE_QUESTION =
  /\boverdue\b|\bdue for (?:a )?review\b|\breviews? (?:is |are )?due\b|\bpast (?:its|their) review\b/iu;
const DECISION_QUESTION =
  /\bwho (?:has )?(?:decided|approved|adopted|put|made the (?:decision|verdict))\b|\bwhen did we (?:decide|adopt)\b|\bwhy (?:is|are|did|have|has)\b.*\b(?:hold|adopt|trial|assess|decide)|\bverdict\b|\b(?:have|has|did) (?:we|you|the team|anyone|anybody)\b.*\b(?:adopt|approve|reject|assess)(?:e?d)?\b/iu;
/** Matches questions for the verdict on a tool. The tool's name follows directly. */
const PERMISSION_QUESTION =
  /^(?:(?:can|may|should) (?:I|we) use|(?:am I|are we) allowed to use|(?:is|was|has)\b(?=.*\b(?:adopted|allowed|approved|rejected|(?:on|in) (?:hold|trial))\W*$)) (?:the )?(?<tool>.+)/iu;
const PROMPTS_QUESTION = /\bprompts?\b.*\b(?:works?|working|best|rated|use)\b/iu;
/** Matches questions for papers or articles that mention a tool. */
const MENTIONS_QUESTION =
  /\b(?:newest|latest|recent|which|what|list|show)\b.*\b(?:(?<paper>papers?)|(?<article>articles?|news))\b.*\b(?:nam(?:e|es|ing)|mention(?:s|ing)?|about|on)\b/iu;
/** Matches questions about the discussion of an item. */
const DISCUSSION_QUESTION =
  /\b(?:say|says|said|think|thinks|thought|write|wrote|discuss(?:ed)?|comment(?:ed|s)?|opinions?)\b.*?\b(?:about|on|of)\b(?<subject>.+)/iu;
/** Matches questions for readings with recent comments, perhaps on one topic. */
const READINGS_QUESTION =
  /\breadings?\b(?<subject>.*)\bdiscuss(?:ed|ions?)\b|\bdiscuss(?:ed|ions?)\b.*\breadings?\b(?<after>.*)/iu;
const TOPIC_PREPOSITION = /\b(?:on|about)\b/iu;
/** Number of days for which a discussion counts as recent. */
const RECENT_DAYS = 30;
const DATA_CLASS =
  /\b(?<kind>public|internal|confidential|customer|client|personal|private|secret|sensitive)s?['’]? (?:data|information|documents?|code)\b/iu;

/** Answers a question that matches a pattern from the team's data. Returns null for other questions. */
export async function answerFromTables(db: Db, question: string, today: string): Promise<TableAnswer | null> {
  const isList = LIST_QUESTION.test(question);
  const isPositive = isList && !NEGATED_QUESTION.test(question);
  const dataClass = DATA_CLASS.exec(question)?.groups?.kind?.toLowerCase();
  const usedToolText = PERMISSION_QUESTION.exec(question)?.groups?.tool;
  const decidedTool =
    dataClass !== undefined || DECISION_QUESTION.test(question)
      ? await findNamedTool(db, question)
      : usedToolText !== undefined && (await findNamedTool(db, usedToolText, { isAtStart: true }));
  if (decidedTool)
    return describeVerdict(decidedTool, await findCurrentVerdict(db, decidedTool.toolId), dataClass);
  if (isPositive && PROMPTS_QUESTION.test(question)) {
    const tool = await findNamedTool(db, question);
    if (tool)
      return describePrompts(tool, await listRatedPrompts(db, tool.toolId, { offset: 0, limit: MAX_LISTED }));
  }
  const mentionsMatch = MENTIONS_QUESTION.exec(question)?.groups;
  if (mentionsMatch) {
    const tool = await findNamedTool(db, question);
    if (tool) return describeMentions(db, tool, mentionsMatch.paper === undefined ? "article" : "paper");
  }
  const readingsMatch = READINGS_QUESTION.exec(question)?.groups;
  if (isList && readingsMatch && !UNDISCUSSED_QUESTION.test(question)) {
    const readings = await describeDiscussedReadings(
      db,
      readingsMatch.subject ?? readingsMatch.after ?? "",
      today,
    );
    if (readings) return readings;
  }
  const subject = DISCUSSION_QUESTION.exec(question)?.groups?.subject;
  if (isList && subject !== undefined) {
    const item = await findTitledItem(db, subject);
    const discussion = item && (await describeDiscussion(db, item));
    if (discussion) return discussion;
  }
  if (isPositive && OVERDUE_QUESTION.test(question)) {
    const verdicts = await listPastReview(db, today, MAX_LISTED);
    const reviewOf = ({ ring, lookAgainOn }: NamedVerdict) =>
      `${RING_WORDS[ring].label}, to be reviewed by ${lookAgainOn ?? ""}`;
    return toAnswer(
      `${formatCount(verdicts.length, "verdict is", "verdicts are")} past the review date.`,
      verdicts,
      reviewOf,
    );
  }
  const ring = RING_PATTERNS.find(([, words]) => words.test(question))?.[0];
  if (ring === undefined || !isPositive || !TOOLS_QUESTION.test(question)) return null;
  const verdicts = await listInRing(db, ring, MAX_LISTED);
  const sentence = `${formatCount(verdicts.length, "tool is", "tools are")} in ${RING_WORDS[ring].label}.`;
  return toAnswer(sentence, verdicts, ({ reason }) => reason);
}

const formatCount = (count: number, one: string, many: string): string =>
  count === 0
    ? `No ${one}`
    : count === 1
      ? `One ${one}`
      : `${count === MAX_LISTED ? "At least " : ""}${count} ${many}`;

const toAnswer = (
  text: string,
  verdicts: readonly NamedVerdict[],
  passageOf: (verdict: NamedVerdict) => string,
): TableAnswer => ({
  text,
  items: verdicts.map((verdict) => ({
    kind: "tool",
    id: verdict.toolId,
    title: verdict.name,
    passage: passageOf(verdict),
    author: authorOf(verdict),
  })),
});

const authorOf = ({ username, ...names }: NamedVerdict): string | null =>
  username === null ? null : personName({ username, ...names });

/** Answers which data a tool may receive, or what its verdict is, who decided it and when. */
function describeVerdict(
  { toolId, name }: NamedTool,
  verdict: NamedVerdict | undefined,
  data: string | undefined,
): TableAnswer {
  if (!verdict) {
    const text = `There is no verdict on ${isolate(name)} yet.`;
    return { text, items: [{ kind: "tool", id: toolId, title: name, passage: text, author: null }] };
  }
  const text = data === undefined ? describeDecision(verdict) : describeClearance(verdict, data);
  return toAnswer(text, [verdict], ({ reason }) => reason);
}

/** Answers which prompts work in a tool, best first. */
function describePrompts({ toolId, name }: NamedTool, prompts: readonly RatedPrompt[]): TableAnswer {
  const [best] = prompts;
  if (!best) {
    const text = `Nobody has rated a prompt in ${isolate(name)} yet.`;
    return { text, items: [{ kind: "tool", id: toolId, title: name, passage: text, author: null }] };
  }
  return {
    text: `${isolate(best.promptName)} works best in ${isolate(name)}: ${formatRating(best)}.`,
    items: prompts.map(({ promptId, promptName, purpose, ...rated }) => ({
      kind: "prompt",
      id: promptId,
      title: promptName,
      passage: [formatRating(rated), purpose ?? ""].filter((part) => part !== "").join(" · "),
      author: null,
    })),
  };
}

/** Answers which papers or articles mention a tool, newest first. */
async function describeMentions(
  db: Db,
  { toolId, name }: NamedTool,
  kind: "paper" | "article",
): Promise<TableAnswer> {
  const links = await listItemsNamingTool(db, toolId, kind, MAX_LISTED);
  const ids = links.map(({ id }) => id);
  const docs = new Map((await loadDocs(db, kind, ids)).map((doc) => [doc.itemId, doc]));
  const items = links.flatMap(({ id, excerpt }) => {
    const doc = docs.get(id);
    return doc
      ? { kind, id, title: doc.heading, passage: excerpt ?? doc.heading, author: doc.shownPeople }
      : [];
  });
  const { one, many } = KINDS[kind];
  const [newest] = items;
  const text = newest
    ? `${formatCount(items.length, `${one} mentions`, `${many} mention`)} ${isolate(name)}. Newest: “${isolate(newest.title)}”.`
    : `No ${one} mentions ${isolate(name)}.`;
  return { text, items };
}

const passageOf = (content: string): string =>
  content.length > MAX_PASSAGE_LENGTH ? `${sliceStart(content, MAX_PASSAGE_LENGTH)}…` : content;

/**
 * Answers what people wrote about an item, latest first. Returns null for a tool without comments, because other items
 * may mention it.
 */
async function describeDiscussion(
  db: Db,
  { title, ...item }: ItemKey & { title: string },
): Promise<TableAnswer | null> {
  const comments = await listLatestComments(db, item, MAX_LISTED);
  if (comments.length === 0) {
    const text = `Nobody has commented on “${isolate(title)}” yet.`;
    return item.kind === "tool" ? null : { text, items: [{ ...item, title, passage: text, author: null }] };
  }
  return {
    text: `${formatCommentCount(await countComments(db, item))} on “${isolate(title)}”, latest first.`,
    items: comments.map(({ id, content, user }) => ({
      ...item,
      title,
      passage: passageOf(content),
      author: personName(user),
      commentId: id,
    })),
  };
}

/**
 * Answers which readings were discussed recently, latest first. Returns null if the question names an unknown topic.
 */
async function describeDiscussedReadings(
  db: Db,
  subject: string,
  today: string,
): Promise<TableAnswer | null> {
  const since = new Date(Date.parse(today) - RECENT_DAYS * 86_400_000).toISOString();
  const comments = await listReadingComments(db, since);
  const topicWords = ` ${foldedWords(subject)} `;
  const isTopicNamed = (topic: string | null) =>
    topic !== null && topicWords.includes(` ${foldedWords(topic)} `);
  const topic = comments.find((comment) => isTopicNamed(comment.topic))?.topic;
  if (topic === undefined && TOPIC_PREPOSITION.test(subject)) return null;
  const latest = new Map<string, (typeof comments)[number]>();
  for (const comment of comments.filter((one) => topic === undefined || isTopicNamed(one.topic)))
    if (!latest.has(comment.itemId)) latest.set(comment.itemId, comment);
  const about = topic === undefined ? "" : ` on ${topic}`;
  const count = formatCount(latest.size, `reading${about} was`, `readings${about} were`);
  return {
    text: `${count} discussed in the last ${RECENT_DAYS} days.`,
    items: [...latest.values()].slice(0, MAX_LISTED).map(({ id, itemId, title, content, ...author }) => ({
      kind: "reading",
      id: itemId,
      title,
      passage: passageOf(content),
      author: personName(author),
      commentId: id,
    })),
  };
}

/** Words next to a title in a question. */
const TITLE_CONTEXT =
  /^(?:(?:the|our|paper|article|tool|prompt|reading|book|called|named) )+| (?:paper|article|tool|prompt|reading|book)$/gu;

/** Returns the item with this title, with a title that is most of the text, or with a title that contains the text. */
async function findTitledItem(db: Db, text: string): Promise<(ItemKey & { title: string }) | null> {
  const topicWords = foldedWords(text).replaceAll(TITLE_CONTEXT, "");
  const { keys } = await findForQuestion(db, topicWords);
  const items = keys.flatMap(({ kind, itemId: id }) =>
    kind === "comment" ? [] : { kind: itemKindSchema.parse(kind), id },
  );
  const titles = await loadTitles(db, items);
  const found = items.flatMap((item) => {
    const title = titles.get(formatItemRef(item))?.title;
    return title === undefined ? [] : { ...item, title, words: foldedWords(title) };
  });
  const match =
    found.find(({ words }) => words === topicWords) ??
    found.find(
      ({ words }) => 2 * words.length >= topicWords.length && ` ${topicWords} `.includes(` ${words} `),
    ) ??
    found.find(({ words }) => topicWords.includes(" ") && ` ${words} `.includes(` ${topicWords} `));
  return match ? { kind: match.kind, id: match.id, title: match.title } : null;
}

function describeDecision(verdict: NamedVerdict): string {
  const by = authorOf(verdict) ?? "A deleted account";
  return `${isolate(by)} decided on ${verdict.decidedAt.slice(0, 10)}: ${RING_WORDS[verdict.ring].label}.`;
}

/** Data of customers and other people is confidential. */
const toClearance = (data: string): Clearance => CLEARANCES.find((known) => known === data) ?? "confidential";

function describeClearance({ name, clearance }: NamedVerdict, data: string): string {
  if (clearance === null) return `Nobody has decided which data ${isolate(name)} may receive.`;
  const isAllowed = CLEARANCES.indexOf(clearance) >= CLEARANCES.indexOf(toClearance(data));
  return `${isAllowed ? "Yes" : "No"}. ${isolate(name)} is cleared for ${clearance} data${clearance === "confidential" ? "" : " at most"}.`;
}

/** Returns the tool with the longest name that the text contains, or begins with if `isAtStart`. */
async function findNamedTool(db: Db, text: string, { isAtStart = false } = {}) {
  const topicWords = ` ${foldedWords(text)} `;
  let found: NamedTool | null = null;
  let length = 0;
  for (const { spelled, ...tool } of await listToolNames(db)) {
    const words = foldedWords(spelled);
    const at = topicWords.indexOf(` ${words} `);
    if (words.length <= length || at === -1 || (isAtStart && at > 0)) continue;
    found = tool;
    length = words.length;
  }
  return found;
}

const foldedWords = (text: string): string =>
  (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");
