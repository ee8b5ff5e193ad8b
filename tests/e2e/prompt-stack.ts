import type { Locator, Page } from "@playwright/test";

import { expect, type Person } from "./product.ts";

/** A prompt as input of the calls. */
export interface NewPrompt {
  name: string;
  prompt: string;
  purpose?: string;
  promptAuthor?: string;
  modality?: string;
  industry?: string;
  tags?: string[];
  notes?: string;
}

/** A prompt as returned by the calls. */
interface StoredPrompt extends NewPrompt {
  id: string;
  revision: number;
  exampleImageUrl: string | null;
}

/** Adds prompts one after the other, so that the last one is the newest. Returns that one. */
export async function addPrompts(
  { request }: Person,
  prompts: readonly NewPrompt[],
): Promise<StoredPrompt | undefined> {
  let last: StoredPrompt | undefined;
  for (const data of prompts) {
    const reply = await request.post("/api/prompts", { data });
    expect(reply.status(), await reply.text()).toBe(201);
    last = await reply.json();
  }
  return last;
}

/** All prompts on the server, newest first. */
export async function storedPrompts({ request }: Person): Promise<StoredPrompt[]> {
  return (await request.get("/api/prompts")).json();
}

/** The prompt with this name on the server. */
export async function storedPrompt(person: Person, name: string): Promise<StoredPrompt> {
  const prompt = (await storedPrompts(person)).find((candidate) => candidate.name === name);
  if (!prompt) throw new Error(`there is no prompt ${name}`);
  return prompt;
}

/** The line with the numbers of all and shown prompts. */
export const countLine = (page: Page): Locator => page.getByText(/^Showing \d+ of \d+ prompts$/u);

/** The row of a prompt. */
export const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole("table", { name: "Prompts" })
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name, exact: true }) });

/** The title of an open dialog. The dialog itself has no size. */
export const titleOf = (page: Page, title: string): Locator =>
  page.getByRole("dialog").getByRole("heading", { level: 2, name: title });
