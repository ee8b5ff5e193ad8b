import { randomBytes } from "node:crypto";

import type { App } from "#server/app.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { recordVisit } from "#server/features/events/since.service.ts";
import { importStarterTools } from "#server/features/imports/import.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { storePapers } from "#server/features/papers/paper-fetch.service.ts";
import { summarizePaper } from "#server/features/papers/paper-summary.service.ts";
import { queryPapers } from "#server/features/papers/papers.service.ts";
import { addPrompt, setPromptFlags } from "#server/features/prompts/prompts.service.ts";
import { ratePrompt } from "#server/features/ratings/ratings.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { editTool, listTools } from "#server/features/tools/tools.service.ts";
import { DEMO_ACCOUNTS } from "#server/features/users/auth.service.ts";
import { createUser } from "#server/features/users/users.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { toolVerdict, vote } from "#server/features/verdicts/verdicts.service.ts";
import { scanEverything } from "#server/kernel/links/link-scanner.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";

import demoArticles from "./demo-articles.json" with { type: "json" };
import demoLibrary from "./demo-library.json" with { type: "json" };
import demoPapers from "./demo-papers.json" with { type: "json" };

const DAY_MS = 24 * 3_600_000;
/** Days since the demo user's last visit, so that Home shows activity. */
const LAST_VISIT_DAYS = 6;

/** Days since the sample prompts were added, before all comments. */
const PROMPT_AGE_DAYS = 0.4;

/**
 * Adds accounts, tools and sample content to an empty database. Returns the administrator's password. The sample
 * content refers to people by index and to times by their age in days. Verdicts and comments are listed oldest first,
 * notes newest first.
 */
export async function fillDemo(app: App): Promise<{ tools: number; password: string }> {
  const password = newPassword();
  const admin = await createUser(app, {
    username: DEMO_ACCOUNTS.admin,
    password,
    role: "admin",
    firstName: "Demo",
    lastName: "Admin",
  });
  const [sam, noor] = [await addColleague(app, "Sam", "Rivera"), await addColleague(app, "Noor", "Haddad")];
  // Half a year old, so that only tools with notes are recent, and verdicts have a history.
  const { created } = await importStarterTools(inThePast(app, 180), admin);
  const { items } = await listTools(app, {});
  await addVerdicts(app, items, [sam, noor]);
  const discussions = await addReadings(inThePast(app, 7), admin);
  await recordVisits(inThePast(app, LAST_VISIT_DAYS), admin);
  // Events must be added in order of time.
  await addNotes(inThePast(app, PROMPT_AGE_DAYS), [sam, noor]);
  await addPrompts(inThePast(app, PROMPT_AGE_DAYS), items, [admin, sam, noor]);
  const paperDiscussions = await addNewsAndPapers(app, sam);
  await addComments(app, [...discussions, ...paperDiscussions], [sam, noor, admin]);
  await addVerdicts(app, items, [sam, noor], discussions);
  await scanEverything(app, new AbortController().signal);
  return { tools: created, password };
}

const newPassword = () => randomBytes(9).toString("base64url");

/** Adds a colleague whose activity is shown on Home. Nobody knows their password. */
const addColleague = (app: App, firstName: string, lastName: string): Promise<User> =>
  createUser(app, {
    username: firstName.toLowerCase(),
    password: newPassword(),
    role: "user",
    firstName,
    lastName,
  });

/** Records a user's visits to Home and the libraries. */
async function recordVisits(app: App, user: User): Promise<void> {
  for (const place of ["home", "tool", "prompt", "reading"] as const) await recordVisit(app, user, { place });
}

/** Returns an app whose clock is a number of days in the past. */
const inThePast = (app: App, days: number): App => ({
  ...app,
  now: () => new Date(app.now().getTime() - days * DAY_MS),
});

async function addNotes(app: App, people: readonly User[]): Promise<void> {
  const { items } = await listTools(app, {});
  for (const [index, { name, notes, changelog }] of [...demoLibrary.notes.entries()].toReversed()) {
    const tool = items.find((candidate) => candidate.name === name);
    const by = people[index % people.length];
    const releaseNotes = changelog === undefined ? [] : [{ date: "Changelog", url: changelog }];
    if (tool && by) await editTool(inThePast(app, index), by, { id: tool.id, notes, releaseNotes });
  }
}

/**
 * Adds sample verdicts and votes by colleagues in order of time: with `readings`, those with a reading as evidence,
 * otherwise the others.
 */
async function addVerdicts(
  app: App,
  tools: readonly Pick<Tool, "id" | "name">[],
  people: readonly User[],
  readings: readonly Discussion[] = [],
): Promise<void> {
  const isOnReadings = readings.length > 0;
  for (const { name, by, days, dueDays, evidence, ...decision } of demoLibrary.verdicts) {
    const [tool, person] = [tools.find((each) => each.name === name), people[by]];
    if (!tool || !person || isOnReadings !== (evidence !== undefined)) continue;
    const past = inThePast(app, days);
    const { verdict } = await toolVerdict(past, person, { toolId: tool.id });
    const decided = decisionSchema.parse({
      toolId: tool.id,
      revision: verdict?.revision ?? 0,
      lookAgainOn: dueDays === undefined ? null : inThePast(app, dueDays).now().toISOString().slice(0, 10),
      evidence: readings.filter(({ title }) => title === evidence).map(({ ref }) => ({ ref, stance: "for" })),
      ...decision,
    });
    await decide(past, person, decided);
    for (const voter of people) await vote(past, voter, { toolId: tool.id, ring: decided.ring, note: null });
  }
}

/** Rating by the person with this index, who also stars the prompt if they give at least four stars. */
interface DemoRating {
  by: number;
  tool: string;
  stars: number;
  note?: string;
}

/** Comment by the person with this index, with its age in days and its replies, oldest first. */
interface DemoComment {
  by: number;
  days: number;
  content: string;
  replies?: readonly DemoComment[];
}

/** Adds sample prompts, by these users in rotation, with their stars and ratings. */
async function addPrompts(app: App, tools: readonly Tool[], people: readonly User[]): Promise<void> {
  for (const [index, { ratings, ...prompt }] of demoLibrary.prompts.entries()) {
    const author = people[index % people.length];
    if (!author) continue;
    const added = newPromptSchema.parse({ ...prompt, promptAuthor: author.username });
    const { id } = await addPrompt(app, author, added);
    for (const { by, tool: name, stars, note = null } of ratings as readonly DemoRating[]) {
      const [person, tool] = [people[by], tools.find((one) => one.name === name)];
      if (!person || !tool) continue;
      await ratePrompt(app, person, { id, toolId: tool.id, stars, note });
      if (stars >= 4) await setPromptFlags(app, person, { id, isStarred: true });
    }
  }
}

/** Sample comments on an item. */
interface Discussion {
  ref: ItemRef;
  title: string;
  comments: readonly DemoComment[];
}

/** Adds sample readings and returns the comments to add to them. */
async function addReadings(app: App, by: User): Promise<Discussion[]> {
  const discussions: Discussion[] = [];
  for (const { comments, ...reading } of demoLibrary.readings) {
    const { id } = await addReading(app, by, newReadingSchema.parse(reading));
    discussions.push({ ref: `reading:${id}`, title: reading.title, comments });
  }
  return discussions;
}

/** Adds comments and replies in order of time. */
async function addComments(
  app: App,
  discussions: readonly Discussion[],
  people: readonly User[],
): Promise<void> {
  const pending = discussions.flatMap(({ ref, comments }) =>
    comments.map((comment) => ({ ref, parentId: null as string | null, comment })),
  );
  for (;;) {
    const [next] = pending.toSorted((one, other) => other.comment.days - one.comment.days);
    if (!next) return;
    pending.splice(pending.indexOf(next), 1);
    const { ref, parentId, comment } = next;
    const by = people[comment.by];
    if (!by) continue;
    const { id } = await addComment(inThePast(app, comment.days), by, {
      ref,
      parentId,
      content: comment.content,
    });
    for (const reply of comment.replies ?? []) pending.push({ ref, parentId: id, comment: reply });
  }
}

/** Adds sample news articles and papers, and extracts as the summaries of two papers. Returns the comments to add. */
async function addNewsAndPapers(app: App, by: User): Promise<Discussion[]> {
  const dateOf = (daysAgo: number) => inThePast(app, daysAgo).now().toISOString();
  const articles = demoArticles.map(({ daysAgo, source, title, text }) => ({
    title,
    url: `https://${toSlug(source)}.example/${toSlug(title)}`,
    anchor: null,
    excerpt: text,
    content: text,
    imageUrl: null,
    source,
    publishedAt: dateOf(daysAgo),
    feed: null,
  }));
  await storeNews(app, null, articles);
  const papers = demoPapers.map(({ daysAgo, categories, ...paper }, index) => {
    const arXivId = `demo-${index + 1}`;
    const url = `https://papers.example/abs/${arXivId}`;
    return {
      ...paper,
      arXivId,
      version: 1,
      url,
      pdfUrl: url.replace("/abs/", "/pdf/"),
      categories: categories.split(", "),
      publishedAt: dateOf(daysAgo),
      isWithdrawn: false,
    };
  });
  await storePapers(app, papers);
  const offline = { ...app, integrations: { ...app.integrations, answers: null } };
  const { items } = await queryPapers(app, by, { limit: demoPapers.length });
  for (const { id } of items.slice(0, 2)) await summarizePaper(offline, by, { id });
  return demoLibrary.paperComments.flatMap(({ title, comments }) =>
    items.flatMap((paper) =>
      paper.title === title ? { ref: `paper:${paper.id}` as const, title, comments } : [],
    ),
  );
}

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
