import type { Locator, Page } from "@playwright/test";

import { expect, type Person } from "./product.ts";

/** A tool as input of the calls. */
export interface NewTool {
  name: string;
  company?: string;
  capabilities?: string;
  use?: string;
  modality?: string;
  industry?: string;
  url?: string;
  logoUrl?: string;
  tags?: string[];
  notes?: string;
  releaseNotes?: { date: string; url: string }[];
}

/** A tool as returned by the calls. */
interface StoredTool extends NewTool {
  id: string;
  revision: number;
  dateUpdated: string;
}

/** Adds tools one after the other, so that the last one is the newest. */
export async function addTools({ request }: Person, tools: readonly NewTool[]): Promise<void> {
  for (const data of tools) {
    const reply = await request.post("/api/ai-tools", { data });
    expect(reply.status(), await reply.text()).toBe(201);
  }
}

/** All tools on the server, newest first. */
export async function storedTools({ request }: Person): Promise<StoredTool[]> {
  return (await request.get("/api/ai-tools")).json();
}

/** The tool with this name on the server, if it exists. */
export const findStoredTool = async (person: Person, name: string): Promise<StoredTool | undefined> =>
  (await storedTools(person)).find((tool) => tool.name === name);

/** The tool with this name on the server. */
export async function storedTool(person: Person, name: string): Promise<StoredTool> {
  const tool = await findStoredTool(person, name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** The names in the table, from top to bottom. */
export const namesIn = (page: Page): Promise<string[]> =>
  page
    .getByRole("table", { name: "AI tools" })
    .locator("tbody tr:not([aria-hidden]) td:first-child")
    .allInnerTexts();

/** The row of a tool. */
export const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole("table", { name: "AI tools" })
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name, exact: true }) });

/** The line with the numbers of all and shown tools. */
export const countLine = (page: Page): Locator => page.getByText(/^Showing \d+ of \d+ tools$/u);

/** The open dialog with this title. */
export const dialogOf = (page: Page, title: string): Locator => page.getByRole("dialog", { name: title });
