import { type APIResponse, expect, type Page } from "@playwright/test";

import type { Person } from "./product.ts";

/** Opens a page and waits until it hears of what others do. */
export async function openLive(page: Page, address: string): Promise<void> {
  const opens = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/trpc/events.watch" && response.ok(),
  );
  await page.goto(address);
  await opens;
}

/** What somebody does meanwhile, by a call of their own. */
export async function doMeanwhile(
  { request }: Person,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  data?: object,
): Promise<APIResponse> {
  const reply = await request.fetch(path, { method, data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply;
}

/** How far below the window's upper edge something stands. */
export const topOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole("button", { name, exact: true }).boundingBox())?.y ?? Number.NaN;
