import type { UpstreamContents } from "#tests/support/stub-upstreams.ts";
import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";

const daysAgo = (days: number, hour = 9): string =>
  new Date(Date.now() - days * 24 * 3_600_000 - hour * 3_600_000).toISOString().replace(/\.\d+/u, "");

const PAPERS = [
  {
    title: "Planning with unreliable tools: when should an agent ask again?",
    authors: ["Mira Okafor", "Jonas Feld", "Li Na"],
    categories: ["cs.AI", "cs.LG"],
    abstract:
      "Agents that call external tools must decide whether to trust an answer. We model this decision as a stopping problem and derive a rule with one parameter. On three benchmarks the rule halves the number of repeated calls at the same accuracy. We also show where it fails: when errors of the tools are correlated, asking again teaches nothing. Code and data are available.",
  },
  {
    title: String.raw`Sample complexity $O(n \log n)$ for learning preference orders`,
    authors: ["Ada Lindqvist"],
    categories: ["cs.AI", "stat.ML"],
    abstract:
      "We study how many comparisons are needed to learn a total order from noisy pairwise preferences. Our algorithm needs a number of comparisons that matches the known lower bound up to a constant.",
  },
  {
    title: "What do summaries of long meetings leave out?",
    authors: ["Tomás Rivera", "Hanna Weiss"],
    categories: ["cs.AI", "cs.CL"],
    abstract:
      "Summaries are judged by what they contain. We ask what they leave out. In 240 meetings, models dropped dissent more often than decisions, and names of people who spoke little more often than of others. A simple prompt reduces both effects.",
  },
];

const STORIES = [
  ["ChatGPT gains shared projects for teams", "https://example.com/chatgpt-projects", 0],
  ["Claude can now keep notes between conversations", "https://example.org/claude-notes", 0],
  ["Show HN: a command line for Claude in 200 lines", "https://example.net/claude-cli", 1],
  ["How we moved our support desk to ChatGPT and back", "https://example.com/support-desk", 3],
  ["Midjourney opens its web editor to everybody", "https://example.org/midjourney-editor", 6],
] as const;

/** The stubs' content while pictures are taken: recent papers, and news of three tools. */
export const outsideWorld: UpstreamContents = {
  papers: PAPERS.flatMap((paper, kind) =>
    [0, 3, 7].map((days) =>
      buildEntry(kind * 10 + days, {
        ...paper,
        title: days === 0 ? paper.title : `${paper.title} Part ${days}`,
        published: daysAgo(days + kind, 2),
      }),
    ),
  ),
  stories: STORIES.map(([title, url, days], index) => ({
    objectID: String(index + 1),
    title,
    url,
    created_at: daysAgo(days, index),
  })),
};

/** The tools in the articles. */
export const TOOLS_IN_THE_NEWS = ["ChatGPT", "Claude", "Midjourney"];
