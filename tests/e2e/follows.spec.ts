import type { Page } from "@playwright/test";

import { addNews, test } from "./news-stack.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  readClipboard,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const ARTICLES = [
  { title: "Claude learns to knit", publishedAt: "2026-11-20T10:00:00.000Z" },
  { title: "Claude sings", publishedAt: "2026-11-21T10:00:00.000Z" },
];

const dialogOf = (page: Page) => page.getByRole("dialog");

const more = (page: Page) => page.getByRole("button", { name: "More", exact: true });

/** The titles of a JSON Feed, read without a cookie, like a feed reader. */
async function readTitles(url: string): Promise<string[]> {
  const response = await fetch(url, { headers: { "user-agent": "NetNewsWire/6.1" } });
  if (!response.ok) throw new Error(String(response.status));
  const { items }: { items: { title: string }[] } = await response.json();
  return items.map(({ title }) => title);
}

test("a filtered news feed can be read in a feed reader, until it is stopped", async ({ ada, product }) => {
  const { page } = ada;
  const toolId = await addNews(product, ada, { tool: "Claude", articles: ARTICLES });
  await page.goto(`/news?tool=${toolId}&q=knit`);
  await expect(page.getByRole("link", { name: "Claude learns to knit", exact: true })).toBeVisible();
  await chooseMore(page, "RSS feed");
  await expect(dialogOf(page)).toContainText("News about Claude matching “knit”");
  await expect(dialogOf(page)).toContainText("Anyone with the address can read this view without signing in");
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Create Address" }).click();
  await expect(page.getByRole("heading", { name: "Your Feed Is Ready" })).toBeVisible();
  await expectAccessible(page);

  await dialogOf(page).getByRole("button", { name: "Copy: Atom" }).click();
  await expect(toast(page, "Atom copied")).toBeVisible();
  const atomUrl = await readClipboard(page);
  expect(atomUrl).toMatch(new RegExp(`^${product.origin}/feeds/slf_\\w{49}\\.atom$`, "u"));
  await dialogOf(page).getByRole("button", { name: "Copy: JSON Feed" }).click();
  await expect(toast(page, "JSON Feed copied")).toBeVisible();
  const jsonUrl = await readClipboard(page);
  expect(jsonUrl).toBe(atomUrl.replace(".atom", ".json"));
  expect(await readTitles(jsonUrl)).toEqual(["Claude learns to knit"]);
  const atom = await (await fetch(atomUrl)).text();
  expect(atom).toContain("Claude learns to knit");
  expect(atom).not.toContain("Claude sings");
  await dialogOf(page).getByRole("button", { name: "Done" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(more(page)).toBeFocused();

  await chooseMore(page, "RSS feed");
  await expect(dialogOf(page)).toContainText(/You already follow this view\. .*Last read .* by NetNewsWire/u);
  await expect(dialogOf(page).getByRole("button", { name: "Create Another Address" })).toBeVisible();
  await dialogOf(page).getByRole("link", { name: "Account, Feeds" }).click();
  await expect(page).toHaveURL("/account?tab=feeds");
  const row = page.getByRole("listitem").filter({ hasText: "News about Claude matching “knit”" });
  await expect(row).toContainText("Last read");
  await expectAccessible(page);
  await row.getByRole("button", { name: /^Stop/u }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop Feed" }).click();
  await expect(toast(page, "Feed stopped")).toBeVisible();
  await expect(page.getByText("No feeds yet.")).toBeVisible();
  expect((await fetch(atomUrl)).status).toBe(404);
  expect(product.log()).not.toContain("slf_");
});

test("a search can be followed on a phone, with its kind", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.setViewportSize(PHONE);
  for (const [path, data] of [
    ["/api/ai-tools", { name: "Whale Watch" }],
    ["/api/prompts", { name: "Whale Song", prompt: "Sing" }],
  ] as const) {
    expect((await ada.request.post(path, { data })).status()).toBe(201);
  }
  await page.goto("/search?q=whale&kind=prompt");
  await expect(page.getByText("1 result")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Follow This Search" }).click();
  await expect(dialogOf(page)).toContainText("Prompts matching “whale”");
  await dialogOf(page).getByRole("button", { name: "Create Address" }).click();
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Copy: JSON Feed" }).click();
  expect(await readTitles(await readClipboard(page))).toEqual(["Whale Song"]);
});

test("each section's page can be followed, by keyboard too", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  for (const [path, title] of [
    ["/dashboard?industry=media&recent=1", "Tools for Media, recent only"],
    ["/news?show=unread", "All news, unread only"],
    ["/arxiv?category=cs.AI&show=starred", "Papers in cs.AI, starred only"],
    ["/prompts?tag=Travel", "Prompts tagged Travel"],
    ["/chapter-loop?topic=LLMs", "Readings on LLMs"],
  ] as const) {
    await page.goto(path);
    await more(page).press("Enter");
    await expect(page.getByRole("menuitem", { name: "RSS feed" })).toBeVisible();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(dialogOf(page)).toContainText(title);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(more(page)).toBeFocused();
  }
});
