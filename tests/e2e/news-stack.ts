import { randomUUID } from "node:crypto";

import type { Locator, Page } from "@playwright/test";
import Database from "better-sqlite3";

import { startUpstreams, type StubUpstreams } from "#tests/support/stub-upstreams.ts";

import { addTools, storedTool } from "./ai-stack.ts";
import { type Person, type Product, test as base } from "./product.ts";

/** Tests whose server reaches stubs on this machine and nothing else. */
export const test = base.extend<{ upstreams: StubUpstreams }>({
  upstreams: async ({}, use) => {
    const upstreams = await startUpstreams();
    await use(upstreams);
    await upstreams.close();
  },
  environment: async ({ upstreams }, use) => use(upstreams.environment),
});

export interface NewArticle {
  title: string;
  publishedAt: string;
  url?: string;
  excerpt?: string;
  content?: string;
  imageUrl?: string;
  source?: string;
  storyKey?: string;
}

function inDatabase<Result>(
  { databaseFile }: Product,
  work: (database: Database.Database) => Result,
): Result {
  const database = new Database(databaseFile);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Adds a tool and articles about it, as if they had been found. */
export async function addNews(
  product: Product,
  person: Person,
  { tool: name, company = "", articles }: { tool: string; company?: string; articles: readonly NewArticle[] },
): Promise<string> {
  await addTools(person, [{ name, company }]);
  const { id: toolId } = await storedTool(person, name);
  inDatabase(product, (database) => {
    const insert = database.prepare(
      `insert into news_articles (id, title, content, excerpt, url, imageUrl, source, publishedAt, toolId, toolName, storyKey, createdAt)
       values (@id, @title, @content, @excerpt, @url, @imageUrl, @source, @publishedAt, @toolId, @toolName, @storyKey, @publishedAt)`,
    );
    const insertAll = database.transaction(() => {
      for (const article of articles) {
        const id = randomUUID();
        insert.run({
          url: `https://news.example/${id}`,
          excerpt: null,
          content: null,
          imageUrl: null,
          source: "The Example",
          storyKey: id,
          ...article,
          id,
          toolId,
          toolName: name,
        });
      }
    });
    insertAll();
  });
  return toolId;
}

/** The articles in sight, from top to bottom. */
export const titlesOn = (page: Page): Promise<string[]> =>
  page.getByRole("heading", { level: 3 }).allInnerTexts();

/** The card of an article. */
export const cardOf = (page: Page, title: string): Locator => page.getByRole("article", { name: title });

/** The line that says how many articles there are and how many of them are shown. */
export const countLine = (page: Page): Locator => page.getByText(/^Showing \d+ of \d+ articles/u);
