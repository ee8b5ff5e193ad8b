import { randomUUID } from "node:crypto";

import type { Locator, Page } from "@playwright/test";

import { firstSortKeyOf } from "#db/sort-key.ts";
import { startUpstreams, type StubUpstreams } from "#tests/support/stub-upstreams.ts";

import { addTools, storedTool } from "./ai-stack.ts";
import { inDatabase } from "./in-database.ts";
import { type Person, type Product, test as base } from "./product.ts";

/** Tests whose server reaches only stubs on this machine. */
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
  /** Equal for articles in one cluster; the first of them represents it. */
  storyKey?: string;
}

/** Adds a tool and articles about it, as if found by a fetch. */
export async function addNews(
  product: Product,
  person: Person,
  { tool: name, company = "", articles }: { tool: string; company?: string; articles: readonly NewArticle[] },
): Promise<string> {
  await addTools(person, [{ name, company }]);
  const { id: toolId } = await storedTool(person, name);
  inDatabase(product.databaseFile, (database) => {
    const insert = database.prepare(
      `insert into news_articles (place, id, seq, leadPlace, title, content, excerpt, url, imageUrl, source, publishedAt, toolId, toolName, createdAt)
       values (@place, @id, (select coalesce(max(seq), 0) + 1 from news_articles), @leadPlace, @title, @content, @excerpt, @url, @imageUrl, @source, @publishedAt, @toolId, @toolName, @publishedAt)`,
    );
    const leads = new Map<string, number>();
    const isTaken = database.prepare("select 1 from news_articles where place = ?");
    for (const { storyKey = "", ...article } of articles) {
      let place = firstSortKeyOf(article.publishedAt);
      while (isTaken.get(place) !== undefined) place += 1;
      const leadPlace = leads.get(storyKey) ?? null;
      if (storyKey !== "") leads.set(storyKey, leadPlace ?? place);
      const id = randomUUID();
      insert.run({
        url: `https://news.example/${id}`,
        excerpt: null,
        content: null,
        imageUrl: null,
        source: "The Example",
        ...article,
        id,
        place,
        leadPlace,
        toolId,
        toolName: name,
      });
    }
  });
  return toolId;
}

/** The visible articles, from top to bottom. */
export const titlesOn = (page: Page): Promise<string[]> =>
  page.getByRole("heading", { level: 3 }).allInnerTexts();

/** The card of an article. */
export const cardOf = (page: Page, title: string): Locator => page.getByRole("article", { name: title });

/** The line with the numbers of all and shown articles. */
export const countLine = (page: Page): Locator => page.getByText(/^Showing \d+ of \d+ articles/u);
