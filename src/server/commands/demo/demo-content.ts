import type { App } from "#server/app.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { storePapers } from "#server/features/papers/paper-fetch.service.ts";
import { summarizePaper } from "#server/features/papers/paper-summary.service.ts";
import { queryPapers } from "#server/features/papers/papers.service.ts";
import { addPrompt, setPromptFlags } from "#server/features/prompts/prompts.service.ts";
import { ratePrompt } from "#server/features/ratings/ratings.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { toolVerdict, vote } from "#server/features/verdicts/verdicts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { Decision } from "#shared/verdicts/verdicts.ts";

import demoArticles from "./demo-articles.json" with { type: "json" };
import demoPapers from "./demo-papers.json" with { type: "json" };

interface DemoVerdict {
  /** Name of the tool in the starter catalogue. */
  name: string;
  /** Index of the colleague, and the age in days. */
  by: number;
  days: number;
  decision: Pick<Decision, "ring" | "reason" | "clearance">;
  /** Days since the review was due. */
  dueDays?: number;
  /** Title of the reading that is evidence for it. */
  evidence?: string;
}

/** Example verdicts of half a year, oldest first. */
export const DEMO_VERDICTS: readonly DemoVerdict[] = [
  {
    name: "GitHub Copilot",
    by: 1,
    days: 175,
    decision: { ring: "assess", reason: "Legal has to read the terms first.", clearance: null },
  },
  {
    name: "ChatGPT",
    by: 0,
    days: 170,
    decision: {
      ring: "trial",
      reason: "Good for first drafts; nobody checks yet what else it is used for.",
      clearance: "public",
    },
  },
  {
    name: "DeepL Translator",
    by: 0,
    days: 140,
    decision: {
      ring: "adopt",
      reason: "It keeps to our glossary, and customers no longer notice.",
      clearance: "confidential",
    },
  },
  {
    name: "Claude",
    by: 0,
    days: 128,
    decision: { ring: "trial", reason: "Legal tries it on three contracts.", clearance: "internal" },
  },
  {
    name: "Midjourney",
    by: 1,
    days: 119,
    decision: { ring: "trial", reason: "Marketing tries it for mood boards.", clearance: "public" },
  },
  {
    name: "Stable Diffusion",
    by: 1,
    days: 115,
    decision: { ring: "trial", reason: "It runs on our own machine.", clearance: "internal" },
  },
  {
    name: "GitHub Copilot",
    by: 1,
    days: 110,
    decision: { ring: "trial", reason: "One team has seats for a quarter.", clearance: "internal" },
  },
  {
    name: "ElevenLabs",
    by: 0,
    days: 100,
    decision: { ring: "assess", reason: "A voice for the product tour, perhaps.", clearance: null },
  },
  {
    name: "Otter.ai",
    by: 1,
    days: 80,
    decision: { ring: "hold", reason: "It joins meetings that nobody asked it to.", clearance: "public" },
  },
  {
    name: "GitHub Copilot",
    by: 1,
    days: 45,
    decision: { ring: "adopt", reason: "Pull requests are smaller and come sooner.", clearance: "internal" },
  },
  {
    name: "Perplexity",
    by: 0,
    days: 33,
    decision: {
      ring: "trial",
      reason: "Quick overviews, as long as somebody reads the sources.",
      clearance: "public",
    },
  },
  {
    name: "Stable Diffusion",
    by: 1,
    days: 30,
    decision: { ring: "assess", reason: "Our own machine is busy with other things.", clearance: "internal" },
  },
  {
    name: "Midjourney",
    by: 1,
    days: 27,
    decision: { ring: "hold", reason: "Image rights are still unclear.", clearance: "public" },
    dueDays: 5,
  },
  {
    name: "Synthesia",
    by: 0,
    days: 25,
    decision: {
      ring: "assess",
      reason: "It would save filming the onboarding anew each year.",
      clearance: null,
    },
  },
  {
    name: "Cursor",
    by: 1,
    days: 22,
    decision: { ring: "assess", reason: "Two developers like it; compare it with Copilot.", clearance: null },
  },
  {
    name: "Whisper",
    by: 0,
    days: 20,
    decision: { ring: "trial", reason: "Beats our old transcripts by far.", clearance: "confidential" },
  },
  {
    name: "Claude",
    by: 0,
    days: 12,
    decision: {
      ring: "adopt",
      reason: "It found every clause that differs from our template.",
      clearance: "internal",
    },
  },
  {
    name: "NotebookLM",
    by: 1,
    days: 0,
    decision: {
      ring: "trial",
      reason: "Answers questions about our reading list, with the page.",
      clearance: "public",
    },
    evidence: "Artificial Intelligence: A Modern Approach",
  },
];

/**
 * Adds example verdicts and votes by colleagues in order of time. `dated` returns an app whose clock is a number of
 * days in the past. Verdicts with a reading as evidence need it among `readings`.
 */
export async function decideOnTools(
  dated: (days: number) => App,
  tools: readonly Pick<Tool, "id" | "name">[],
  people: readonly User[],
  readings: readonly Discussion[] = [],
): Promise<void> {
  const onReadings = readings.length > 0;
  for (const { name, by, days, decision, dueDays, evidence } of DEMO_VERDICTS) {
    const [tool, person] = [tools.find((each) => each.name === name), people[by]];
    if (!tool || !person || onReadings !== (evidence !== undefined)) continue;
    const app = dated(days);
    const { verdict } = await toolVerdict(app, person, { toolId: tool.id });
    await decide(app, person, {
      toolId: tool.id,
      revision: verdict?.revision ?? 0,
      lookAgainOn: dueDays === undefined ? null : dated(dueDays).now().toISOString().slice(0, 10),
      evidence: readings.filter(({ title }) => title === evidence).map(({ ref }) => ({ ref, stance: "for" })),
      ...decision,
    });
    for (const voter of people) await vote(app, voter, { toolId: tool.id, ring: decision.ring, note: null });
  }
}

interface DemoNote {
  /** Name of the tool in the starter catalogue. */
  name: string;
  notes: string;
  changelog?: string;
}

/** Example notes about tools, newest first. */
export const DEMO_NOTES: readonly DemoNote[] = [
  {
    name: "Claude",
    notes:
      "Our choice for long documents and reviews. Paste the whole contract, then ask for the clauses that differ from our template.",
    changelog: "https://docs.claude.com/en/release-notes/overview",
  },
  {
    name: "GitHub Copilot",
    notes: "Licensed for all developers. Ask in the platform channel for a seat.",
    changelog: "https://github.blog/changelog/label/copilot/",
  },
  {
    name: "ChatGPT",
    notes:
      "Good first stop for drafts and spreadsheets. No customer data, please: see the AI guidelines in the handbook.",
    changelog: "https://help.openai.com/en/articles/6825453-chatgpt-release-notes",
  },
  {
    name: "Perplexity",
    notes: "The research team uses it for first overviews. Check the sources before you quote an answer.",
  },
  {
    name: "Midjourney",
    notes: "Mood boards only. Marketing approves every image we publish.",
    changelog: "https://updates.midjourney.com",
  },
  {
    name: "NotebookLM",
    notes: "On trial until the end of the quarter. Tell Sam what works and what doesn't.",
  },
];

/** Rating by a person, by index, who also stars a prompt with at least four stars. */
interface DemoRating {
  by: number;
  tool: string;
  stars: number;
  note?: string;
}

const PROMPTS = [
  {
    name: "Meeting notes to decisions",
    prompt:
      "Read the meeting notes below and list, in this order: decisions with who decided, open questions, and next steps with owner and date. Leave out what was only discussed.\n\nNotes:\n{{notes}}",
    purpose: "The outcome of a meeting, in a minute",
    modality: "summarization",
    industry: "general",
    tags: ["meetings", "summaries"],
    notes:
      "Record with Whisper first. Claude keeps the owners apart; ChatGPT mixes them up in long meetings.",
    ratings: [
      { by: 1, tool: "Claude", stars: 5, note: "Keeps the owners apart" },
      { by: 2, tool: "Claude", stars: 4 },
      { by: 2, tool: "ChatGPT", stars: 2, note: "Mixes up the owners in long meetings" },
    ],
  },
  {
    name: "Review a pull request",
    prompt:
      "You review code in {{language:TypeScript}}. Point out bugs first, then unclear names, then what could be simpler. Quote the line for each point. Point out what is good, too.\n\n{{diff}}",
    purpose: "A first look before a colleague's review",
    modality: "code-generation",
    industry: "technology",
    tags: ["code", "review", "quality"],
    notes: "For GitHub Copilot's chat, or in Cursor with the diff open.",
    ratings: [
      { by: 2, tool: "Cursor", stars: 4, note: "Open the diff first" },
      { by: 1, tool: "Claude", stars: 4 },
    ],
  },
  {
    name: "Explain it to a newcomer",
    prompt:
      "Explain {{topic}} to someone who joins our team next week. Use one example from everyday work and no more than {{words:200}} words.",
    purpose: "Onboarding texts",
    modality: "technical-writing",
    industry: "education",
    tags: ["onboarding"],
    ratings: [],
  },
  {
    name: "Product photo on a plain background",
    prompt:
      "A photograph of {{product}} on a plain {{colour:warm grey}} background, soft light from the left, slight shadow, nothing else in the picture.",
    modality: "image-generation",
    industry: "marketing",
    tags: ["photos"],
    notes: "Written for Midjourney; leave the colour out for DALL-E.",
    ratings: [{ by: 1, tool: "Midjourney", stars: 5 }],
  },
] satisfies readonly (Record<string, unknown> & { ratings: readonly DemoRating[] })[];

/** Comment by a person, by index, some days ago, with its replies. Oldest first. */
interface DemoComment {
  by: number;
  days: number;
  content: string;
  replies?: readonly DemoComment[];
}

const READINGS = [
  {
    title: "Attention Is All You Need",
    author: "Ashish Vaswani et al.",
    year: 2017,
    topic: "Foundations",
    page: "1-15",
    tags: ["transformers", "classic"],
    notes: "Start with section 3; the results can wait.",
    comments: [
      {
        by: 0,
        days: 0.09,
        content:
          "Figure 1 on its own is worth the time. Does anyone have a good explanation of the scaling factor?",
        replies: [
          {
            by: 1,
            days: 0.08,
            content:
              "Without it, the dot products grow with the dimension and the softmax saturates. See the footnote in 3.2.1.",
            replies: [{ by: 2, days: 0.05, content: "That footnote should be the first page." }],
          },
        ],
      },
    ],
  },
  {
    title: "Artificial Intelligence: A Modern Approach",
    author: "Stuart Russell, Peter Norvig",
    year: 2020,
    topic: "Foundations",
    page: "1-66",
    isbn: "9780134610993",
    tags: ["textbook"],
    comments: [
      {
        by: 0,
        days: 0.04,
        content: "Chapter 2 has the right words for what we build: agents, environments, measures.",
        replies: [
          {
            by: 1,
            days: 0.03,
            content: "I asked NotebookLM for the measures in it: good answers, each with its page.",
          },
        ],
      },
    ],
  },
  {
    title: "The Alignment Problem",
    author: "Brian Christian",
    year: 2020,
    topic: "Society",
    tags: ["alignment"],
    notes: "Perplexity's first overview of it was better than the reviews.",
    comments: [
      {
        by: 2,
        days: 0.07,
        content: "Shall we read one part a week and meet on Thursdays?",
        replies: [
          { by: 0, days: 0.06, content: "Yes. I'll prepare the questions for part one." },
          { by: 1, days: 0.02, content: "Thursdays work. Record it with Whisper for those who can't come." },
        ],
      },
    ],
  },
] satisfies readonly (Record<string, unknown> & { comments: readonly DemoComment[] })[];

/** Adds sample prompts, by these users in rotation, with their stars and ratings. */
export async function addPrompts(app: App, tools: readonly Tool[], people: readonly User[]): Promise<void> {
  for (const [index, { ratings, ...prompt }] of PROMPTS.entries()) {
    const adder = people[index % people.length];
    if (!adder) continue;
    const added = newPromptSchema.parse({ ...prompt, promptAuthor: adder.username });
    const { id } = await addPrompt(app, adder, added);
    for (const { by, tool: name, stars, note = null } of ratings as readonly DemoRating[]) {
      const [person, tool] = [people[by], tools.find((one) => one.name === name)];
      if (!person || !tool) continue;
      await ratePrompt(app, person, { id, toolId: tool.id, stars, note });
      if (stars >= 4) await setPromptFlags(app, person, { id, isStarred: true });
    }
  }
}

/** Comments on a paper, by its title. */
const ON_PAPERS: ReadonlyMap<string, readonly DemoComment[]> = new Map([
  [
    "What Reviewers Change in Generated Code",
    [
      {
        by: 1,
        days: 0.3,
        content:
          "The same as in our repository: names and error handling. Let's add both to the review prompt.",
        replies: [
          { by: 0, days: 0.2, content: "And ask for the tests first. That halved the changes here." },
        ],
      },
    ],
  ],
]);

/** Sample comments on an item. */
interface Discussion {
  ref: ItemRef;
  title: string;
  comments: readonly DemoComment[];
}

/** Adds sample readings and returns the comments to add to them. */
export async function addReadings(app: App, by: User): Promise<Discussion[]> {
  const discussions: Discussion[] = [];
  for (const { comments, ...reading } of READINGS) {
    const { id } = await addReading(app, by, newReadingSchema.parse(reading));
    discussions.push({ ref: `reading:${id}`, title: reading.title, comments });
  }
  return discussions;
}

/** Adds comments and replies in order of time. */
export async function discuss(
  dated: (days: number) => App,
  discussions: readonly Discussion[],
  people: readonly User[],
): Promise<void> {
  const waiting = discussions.flatMap(({ ref, comments }) =>
    comments.map((comment) => ({ ref, parentId: null as string | null, comment })),
  );
  for (;;) {
    const [next] = waiting.toSorted((one, other) => other.comment.days - one.comment.days);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    const { ref, parentId, comment } = next;
    const by = people[comment.by];
    if (!by) continue;
    const { id } = await addComment(dated(comment.days), by, {
      ref,
      parentId,
      content: comment.content,
    });
    for (const reply of comment.replies ?? []) waiting.push({ ref, parentId: id, comment: reply });
  }
}

/** Adds sample news articles and papers, and extracts as the summaries of two papers. Returns the comments to add. */
export async function addNewsAndPapers(
  app: App,
  dated: (days: number) => App,
  by: User,
): Promise<Discussion[]> {
  const dateOf = (daysAgo: number) => dated(daysAgo).now().toISOString();
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
  return items.flatMap(({ id, title }) => {
    const comments = ON_PAPERS.get(title);
    return comments ? { ref: `paper:${id}` as const, title, comments } : [];
  });
}

const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
