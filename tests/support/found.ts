import type { JobWork } from "#server/app.ts";
import type { FoundBook } from "#server/outside/books/open-library.ts";
import type { Answer, AnswerEngine, Question } from "#server/outside/models/answer-engine.ts";
import type { FoundArticle, TeamFeed } from "#server/outside/news/news-source.ts";
import type { WebPage } from "#server/outside/pages/page.ts";
import type { FoundPaper, PaperSource } from "#server/outside/papers/paper-source.ts";

/** An article from a source of news. */
export const buildFoundArticle = (fields: Partial<FoundArticle> = {}): FoundArticle => ({
  title: "Claude learns to knit",
  url: "https://news.example/claude-knits",
  anchor: null,
  excerpt: "It knits.",
  content: "It knits. Day and night.",
  imageUrl: null,
  source: "The Example",
  publishedAt: "2026-11-20T10:00:00.000Z",
  feed: null,
  ...fields,
});

/** One of the team's feeds after parsing; empty by default. */
export const buildTeamFeed = (fields: Partial<TeamFeed> = {}): TeamFeed => {
  const { length } = fields.articles ?? [];
  return {
    title: "A feed",
    articles: [],
    movedTo: null,
    reading: { entries: length, usable: length, issues: [], notes: [] },
    ...fields,
  };
};

/** A book from a source of books. */
export const buildFoundBook = (fields: Partial<FoundBook> = {}): FoundBook => ({
  title: "Middlemarch",
  author: "George Eliot",
  year: 2003,
  isbn: "9780141439549",
  publisher: "Penguin",
  pages: 880,
  description: null,
  subjects: [],
  coverUrl: "https://covers.example/1.jpg",
  url: "https://books.example/1",
  ...fields,
});

/** A page's metadata; empty by default. */
export const buildWebPage = (fields: Partial<WebPage> = {}): WebPage => ({
  url: "https://tool.example/",
  title: null,
  description: null,
  siteName: null,
  imageUrl: null,
  authors: [],
  company: null,
  category: null,
  keywords: [],
  publishedAt: null,
  kind: null,
  isbn: null,
  icons: [],
  manifestUrl: null,
  feeds: [],
  links: [],
  ...fields,
});

/** A paper from the archive; `number` distinguishes papers, the higher the older. */
export const buildFoundPaper = (number = 1, fields: Partial<FoundPaper> = {}): FoundPaper => {
  const arXivId = `2611.${String(10_000 - number).padStart(5, "0")}`;
  return {
    arXivId,
    version: 1,
    title: `Paper ${number}`,
    abstract: "We study agents. They learn to plan. The plans are good. They are better than before.",
    authors: "Ada Lovelace, Alan Turing",
    url: `https://arxiv.org/abs/${arXivId}v1`,
    pdfUrl: `https://arxiv.org/pdf/${arXivId}v1`,
    categories: ["cs.AI"],
    publishedAt: new Date(Date.parse("2026-11-20T18:00:00.000Z") - number * 60_000).toISOString(),
    isWithdrawn: false,
    ...fields,
  };
};

/** An archive with these papers, newest first. */
export const paperArchive = (papers: readonly FoundPaper[]): PaperSource => ({
  page: ({ start, pageSize }) => {
    const page = papers.slice(start, start + pageSize);
    return Promise.resolve({ papers: page, received: page.length, total: papers.length, rejected: [] });
  },
  find: (wanted) => Promise.resolve(papers.find(({ arXivId }) => arXivId === wanted) ?? null),
});

/** A job's context without listeners; `failed` collects the failed sources. */
export function quietWork(): JobWork & { failed: string[] } {
  const failed: string[] = [];
  return {
    signal: new AbortController().signal,
    progress() {},
    reportError: (source) => failed.push(source),
    failed,
  };
}

/** An AI provider with given answers, and its recorded questions. */
export function answeringEngine(
  answer: (question: Question) => Partial<Answer> | Promise<Partial<Answer>>,
  { canSearch = true } = {},
): AnswerEngine & { asked: Question[] } {
  const asked: Question[] = [];
  return {
    provider: "Oracle",
    canSearch,
    asked,
    async ask(question) {
      asked.push(question);
      return { text: "", sources: [], model: "oracle-1", provider: "Oracle", ...(await answer(question)) };
    },
  };
}
