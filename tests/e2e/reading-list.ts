import type { Page } from "@playwright/test";

import { expect, type Person } from "./product.ts";

export interface StoredComment {
  id: string;
  parentId: string | null;
  content: string;
}

async function post<Answer>(person: Person, path: string, data: object): Promise<Answer> {
  const reply = await person.request.post(path, { data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply.json();
}

export const addReading = (person: Person, fields: object) =>
  post<{ id: string; revision: number }>(person, "/api/readings", { author: "George Eliot", ...fields });

export const say = (person: Person, readingId: string, content: string, parentId: string | null = null) =>
  post<StoredComment>(person, `/api/readings/${readingId}/comments`, { content, parentId });

/** A chain of replies, one below the other; the ids from top to bottom. */
export async function chain(person: Person, readingId: string, depth: number): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 1; level <= depth; level += 1) {
    const { id } = await say(person, readingId, `This is level ${level}.`, ids.at(-1) ?? null);
    ids.push(id);
  }
  return ids;
}

export const cardOf = (page: Page, title: string) =>
  page
    .getByRole("list", { name: "Readings" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: title, exact: true }) });
export const openerOf = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true });
const thread = (page: Page) => page.getByRole("list", { name: "Comments" }).locator("li[id]");
export const commentWith = (page: Page, text: string) => thread(page).filter({ hasText: text });
export const countLine = (page: Page) => page.getByText(/^Showing \d+ of \d+ readings$/u);
