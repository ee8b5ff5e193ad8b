import { type APIResponse, expect, type Page } from "@playwright/test";

import type { Person } from "./product.ts";

/** Opens a page and waits for its live updates. */
export async function openLive(page: Page, address: string): Promise<void> {
  const opens = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/trpc/events.watch" && response.ok(),
  );
  await page.goto(address);
  await opens;
}

/** Makes a call by another person in the meantime. */
export async function callAsOther(
  { request }: Person,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  data?: object,
): Promise<APIResponse> {
  const reply = await request.fetch(path, { method, data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply;
}

/** The distance of an element from the window's upper edge. */
export const topOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole("button", { name, exact: true }).boundingBox())?.y ?? Number.NaN;
