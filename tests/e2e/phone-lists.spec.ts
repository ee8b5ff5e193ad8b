import type { Locator, Page } from "@playwright/test";

import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { addTools, countLine } from "./ai-stack.ts";
import { addNews } from "./news-stack.ts";
import { openPapers, test } from "./papers.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  type Product,
} from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { addReading } from "./reading-list.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const SORTS = ["Name", "Company", "Capabilities", "Industry", "Modality", "Updated"];

interface ListPage {
  path: string;
  primary: string;
  first: (page: Page) => Locator;
  /** Entries of the menu. */
  menu: readonly string[];
}

const PAGES: readonly ListPage[] = [
  {
    path: "/dashboard",
    primary: "Add Tool",
    first: (page) => page.getByRole("list", { name: "AI tools" }).getByRole("listitem"),
    menu: [
      "Settings",
      "Import",
      "Export",
      "Table",
      "Landscape",
      "Radar",
      ...SORTS.map((column) => `Sort by ${column}`),
      "RSS feed",
    ],
  },
  {
    path: "/prompts",
    primary: "Add Prompt",
    first: (page) => page.getByRole("list", { name: "Prompts" }).getByRole("listitem"),
    menu: [
      "Settings",
      "Import",
      "Export",
      "Sort by Name",
      "Sort by Industry",
      "Sort by Modality",
      "Sort by Stars",
      "RSS feed",
    ],
  },
  {
    path: "/chapter-loop",
    primary: "Add Reading",
    first: (page) => page.getByRole("list", { name: "Readings" }).getByRole("listitem"),
    menu: [
      "Import",
      "Export CSV, for spreadsheets",
      "Export JSON, with fields and discussions",
      "Export BibTeX, for citations",
      "Newest first",
      "Last comment first",
      "RSS feed",
    ],
  },
  {
    path: "/news",
    primary: "Update All News",
    first: (page) => page.getByRole("article"),
    menu: ["Refresh", "Mark All Read", "RSS feed"],
  },
  {
    path: "/arxiv",
    primary: "Back to Overview",
    first: (page) => page.getByRole("feed", { name: "Papers" }).getByRole("article"),
    menu: ["Add Paper", "RSS feed"],
  },
];

const filters = (page: Page) => page.getByRole("button", { name: /^Filters/u });
const more = (page: Page) => page.getByRole("button", { name: "More", exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Filters" });

async function fill(ada: Person, product: Product): Promise<void> {
  await addNews(product, ada, {
    tool: "Claude",
    company: "Anthropic",
    articles: [{ title: "Claude plans its week", publishedAt: "2024-03-06T10:00:00.000Z" }],
  });
  await addPrompts(ada, [{ name: "Poet", prompt: "Write a poem." }]);
  await addReading(ada, { title: "Middlemarch" });
}

test.use({ archive: { papers: [buildEntry(1, { title: "Agents that forget" })] } });

for (const { path, primary, first, menu } of PAGES)
  test(
    `on a phone the list of ${path} starts near the top, below its title and one row of controls`,
    thoroughUnless(["/dashboard", "/news"].includes(path)),
    async ({ ada, product }) => {
      const { page } = ada;
      await fill(ada, product);
      await page.setViewportSize(PHONE);
      if (path === "/arxiv") await openPapers(page, 1);
      else await page.goto(path);
      await expect(first(page).first(), path).toBeVisible();
      expect((await first(page).first().boundingBox())?.y, path).toBeLessThan(300);

      const action = page
        .getByRole("button", { name: primary })
        .or(page.getByRole("link", { name: primary }));
      await expect(action).toHaveText(primary, { useInnerText: true });
      const row = [page.getByRole("searchbox"), filters(page), more(page)];
      const boxes = await Promise.all([...row, action].map((control) => control.boundingBox()));
      for (const box of boxes)
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(44);
      expect(new Set(boxes.slice(0, 3).map((box) => box?.y)).size, path).toBe(1);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await more(page).click();
      await expect(page.getByRole("menuitem")).toHaveText(menu);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(more(page)).toBeFocused();
    },
  );

test("on a phone filters are chosen in a sheet, which counts them and returns the focus", async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [
    { name: "Claude", industry: "software-dev", modality: "text" },
    { name: "Suno", industry: "media", modality: "audio" },
  ]);
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard");
  await expect(countLine(page)).toHaveText("Showing 2 of 2 tools");
  await filters(page).press("Enter");
  await expect(sheet(page).getByRole("combobox", { name: "Industry" })).toBeFocused();
  await sheet(page).getByRole("combobox", { name: "Modality" }).selectOption("Text");
  await sheet(page).getByRole("button", { name: "Recent Only" }).click();
  await expect(sheet(page).getByRole("button", { name: "Show 1 tool", exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await sheet(page).getByRole("button", { name: "Show 1 tool", exact: true }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Filters (2)", exact: true })).toBeFocused();
  await expect(countLine(page)).toHaveText("Showing 1 of 2 tools");
  await expectAccessible(page);

  await filters(page).click();
  await sheet(page).getByRole("button", { name: "Clear Filters" }).click();
  await expect(sheet(page).getByRole("button", { name: "Show 2 tools" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeFocused();

  await filters(page).click();
  await expect(sheet(page).getByRole("heading")).toBeVisible();
  await page.mouse.click(PHONE.width / 2, 40);
  await expect(sheet(page)).toHaveCount(0);
  await expect(filters(page)).toBeFocused();
});

test("on a phone the menu opens dialogs, which return the focus to it", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Claude" }]);
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard");
  for (const [entry, title] of [
    ["RSS feed", "Follow in a Feed Reader"],
    ["Settings", "Settings & Configuration"],
  ] as const) {
    await more(page).click();
    await page.getByRole("menuitem", { name: entry }).click();
    await expect(page.getByRole("dialog").getByRole("heading", { name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(more(page)).toBeFocused();
  }
  await more(page).click();
  await page.getByRole("menuitem", { name: "Landscape" }).click();
  await expect(page).toHaveURL("/dashboard?view=landscape");
  await more(page).click();
  await expect(page.getByRole("menuitem", { name: "Landscape" }).getByLabel("chosen")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Sort by Name" })).toHaveCount(0);
});
