import type { Page } from "@playwright/test";

import { rss } from "#tests/support/upstreams/feed-documents.ts";

import { addTools, storedTool } from "./ai-stack.ts";
import { failCalls, holdCalls } from "./calls.ts";
import { addNews, cardOf, countLine, type NewArticle, test, titlesOn } from "./news-stack.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  type Product,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

test.use({ timezoneId: "America/New_York" });

const search = (page: Page) => page.getByRole("searchbox", { name: "Search news" });
const days = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const show = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "Show" }).getByRole("radio", { name });

const isUpdating = (page: Page) => page.locator("button[aria-busy]", { hasText: "Update All News" });

const CLAUDE: readonly NewArticle[] = [
  {
    title: "Claude plans its week",
    publishedAt: "2024-03-04T20:05:00.000Z",
    excerpt: "It writes lists.",
    content: "It writes lists. A zebra helps.",
    source: "The Verge",
    url: "https://verge.example/claude",
  },
  // Still Monday in New York.
  { title: "Claude stays up late", publishedAt: "2024-03-05T03:30:00.000Z", source: "Ars Technica" },
  { title: "Claude on Saturday", publishedAt: "2024-03-02T15:30:00.000Z" },
];
const COPILOT: readonly NewArticle[] = [
  { title: "Copilot lands", publishedAt: "2024-03-04T15:00:00.000Z", excerpt: "Safely." },
];

async function addAll(product: Product, person: Person) {
  await addNews(product, person, { tool: "Claude", company: "Anthropic", articles: CLAUDE });
  return addNews(product, person, { tool: "GitHub Copilot", company: "Octo", articles: COPILOT });
}

test("articles are listed by day, newest first, with all details", async ({ ada, product }) => {
  await addAll(product, ada);
  const { page } = ada;
  await page.goto("/news");
  await expect(page).toHaveTitle(/News Stack/u);
  await expect(page.getByRole("heading", { level: 1, name: "News Stack" })).toBeVisible();
  await expect(
    page.getByText("Stay updated with the latest developments in the AI tools ecosystem", { exact: true }),
  ).toBeVisible();
  await expect(days(page)).toHaveText(["Monday, March 4, 2024", "Saturday, March 2, 2024"]);
  await expect(page.getByText(/^\d+ articles?$/u)).toHaveText(["3 articles", "1 article"]);
  await expect
    .poll(() => titlesOn(page))
    .toEqual(["Claude stays up late", "Claude plans its week", "Copilot lands", "Claude on Saturday"]);

  const card = cardOf(page, "Claude plans its week");
  await expect(card.getByRole("button", { name: "Claude", exact: true })).toBeVisible();
  await expect(card.locator("p", { hasText: /^It writes lists\.$/u })).toHaveCSS("-webkit-line-clamp", "3");
  await expect(card.getByText("The Verge", { exact: true })).toBeVisible();
  await expect(card.getByText("3:05 PM", { exact: true })).toBeVisible();
  for (const link of [
    card.getByRole("link", { name: "Claude plans its week", exact: true }),
    card.getByRole("link", { name: "Read more" }),
  ]) {
    await expect(link).toHaveAttribute("href", "https://verge.example/claude");
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
  await expect(countLine(page)).toHaveText("Showing 4 of 4 articles");
  await expectAccessible(page);
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the same articles are listed under other days", THOROUGH, async ({ ada, product }) => {
    await addAll(product, ada);
    await ada.page.goto("/news");
    await expect(days(ada.page)).toHaveText(["Tuesday, March 5, 2024", "Sunday, March 3, 2024"]);
    await expect(
      cardOf(ada.page, "Claude plans its week").getByText("5:05 AM", { exact: true }),
    ).toBeVisible();
  });
});

test("three skeletons are shown while the news loads", THOROUGH, async ({ ada, product }) => {
  await addAll(product, ada);
  const release = await holdCalls(ada.page, "news.list");
  await ada.page.goto("/news");
  await expect(ada.page.locator("[data-skeleton]")).toHaveCount(3);
  await expect(ada.page.getByText("No News Articles Yet")).toHaveCount(0);
  await expectAccessible(ada.page);
  release();
  await expect(countLine(ada.page)).toHaveText("Showing 4 of 4 articles");
  await expect(ada.page.locator("[data-skeleton]")).toHaveCount(0);
});

test("news that fails to load can be requested again", THOROUGH, async ({ ada, product }) => {
  await addAll(product, ada);
  const stopFailing = await failCalls(ada.page, "news.list");
  await ada.page.goto("/news");
  await expect(ada.page.getByRole("heading", { name: "Error Loading News" })).toBeVisible();
  await expectAccessible(ada.page);
  await stopFailing();
  await ada.page.getByRole("button", { name: "Try Again" }).click();
  await expect(countLine(ada.page)).toHaveText("Showing 4 of 4 articles");
});

test("Refresh loads the latest news, and reports a failure", async ({ ada, product }) => {
  await addNews(product, ada, { tool: "Claude", articles: CLAUDE });
  const { page } = ada;
  await page.goto("/news");
  await expect(countLine(page)).toHaveText("Showing 3 of 3 articles");
  await addNews(product, ada, { tool: "GitHub Copilot", articles: COPILOT });
  const release = await holdCalls(page, "news.list");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("button", { name: "Updating..." })).toBeVisible();
  release();
  await expect(toast(page, "News Updated")).toBeVisible();
  await expect(toast(page, "Latest articles have been fetched successfully.")).toBeVisible();
  await expect(countLine(page)).toHaveText("Showing 4 of 4 articles");

  await failCalls(page, "news.list");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(toast(page, "Update Failed")).toBeVisible();
  await expect(toast(page, "Failed to fetch latest news articles.")).toBeVisible();
  await expect(countLine(page)).toHaveText("Showing 4 of 4 articles");
});

test("an empty feed starts a search for news", THOROUGH, async ({ ada, upstreams }) => {
  const { page } = ada;
  const site = upstreams.site.origin;
  upstreams.site.paths["/"] =
    `<!doctype html><title>Claude</title><link rel="alternate" type="application/rss+xml" href="${site}/feed.xml">`;
  upstreams.site.paths["/feed.xml"] = rss("Claude's own news", [
    {
      title: "Claude greets the world",
      url: "https://claude.example/hello",
      published: "2026-11-20T10:00:00Z",
    },
  ]);
  await addTools(ada, [{ name: "Claude", url: site }]);
  await page.goto("/news");
  await expect(page.getByRole("heading", { name: "No News Articles Yet" })).toBeVisible();
  await expect(
    page.getByText("News articles will appear here as they are discovered for your AI tools.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(countLine(page)).toHaveCount(0);
  await expectAccessible(page);

  const stopFailing = await failCalls(page, "news.fetchAll");
  await page.getByRole("button", { name: "Check for News" }).click();
  await expect(toast(page, "Update Failed")).toBeVisible();
  await expect(toast(page, "Failed to trigger news update")).toBeVisible();
  await stopFailing();
  await page.getByRole("button", { name: "Update All News" }).click();
  await expect(toast(page, "News Update Started")).toBeVisible();
  await expect(toast(page, "News update has been triggered")).toBeVisible();
  await expect(cardOf(page, "Claude greets the world")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("an update shows its progress, also to later visitors", async ({ ada, signUp, upstreams }) => {
  const names = ["Ada", "Bee", "Cee", "Dee", "Eee", "Eff", "Gee", "Aitch"];
  await addTools(
    ada,
    names.map((name) => ({ name, url: upstreams.site.origin })),
  );
  const grace = await signUp("grace");
  upstreams.site.answerAlways("hang");
  await ada.page.goto("/news");
  await ada.page.getByRole("button", { name: "Update All News" }).click();
  await expect(toast(ada.page, "News Update Started")).toBeVisible();
  await expect(isUpdating(ada.page)).toBeVisible();
  await grace.page.goto("/news");
  await expect(isUpdating(grace.page)).toBeVisible();
  await expect(grace.page.getByRole("progressbar", { name: "Checking for news" })).toBeVisible();
});

test("adding a tool fetches its news", THOROUGH, async ({ ada, upstreams }) => {
  const { page } = ada;
  const site = upstreams.site.origin;
  upstreams.site.paths["/"] =
    `<!doctype html><title>Claude</title><link rel="alternate" type="application/rss+xml" href="${site}/feed.xml">`;
  upstreams.site.paths["/feed.xml"] = rss("Claude's own news", [
    {
      title: "Claude greets the world",
      url: "https://claude.example/hello",
      published: "2026-11-20T10:00:00Z",
    },
    {
      title: "Gardening for beginners",
      url: "https://claude.example/garden",
      published: "2026-11-20T11:00:00Z",
    },
  ]);
  await page.goto("/news");
  await expect(page.getByRole("heading", { name: "No News Articles Yet" })).toBeVisible();
  await page.getByRole("link", { name: "AI Stack" }).click();
  await page.getByRole("button", { name: "Add Tool" }).click();
  await page.getByLabel("Tool Name *").fill("Claude");
  await page.getByRole("dialog").getByLabel("URL", { exact: true }).fill(site);
  const fetched = page.waitForResponse(/news\.fetchForTool/u);
  await page.getByRole("dialog").getByRole("button", { name: "Add Tool" }).click();
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  await fetched;
  await page.getByRole("link", { name: "News Stack" }).click();
  await expect(cardOf(page, "Claude greets the world")).toBeVisible();
  await expect.poll(() => titlesOn(page)).toEqual(["Claude greets the world"]);
});

test(
  "a tool is added even if its news fetch fails; only the console reports it",
  THOROUGH,
  async ({ ada, complaints }) => {
    const { page } = ada;
    await failCalls(page, "news.fetchForTool");
    await page.goto("/dashboard?dialog=add");
    await page.getByLabel("Tool Name *").fill("Claude");
    await page.getByRole("dialog").getByRole("button", { name: "Add Tool" }).click();
    await expect(toast(page, "AI tool added successfully")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect
      .poll(() => complaints.splice(0))
      .toEqual([expect.stringContaining("Couldn't fetch news for a new tool")]);
    await expect(toast(page, "Update Failed")).toHaveCount(0);
  },
);

test("the search covers title, text, tool and company, in any case", THOROUGH, async ({ ada, product }) => {
  await addAll(product, ada);
  const { page } = ada;
  await page.goto("/news");
  await expect(search(page)).toHaveAttribute("placeholder", "Search articles, tools, or companies...");
  for (const [text, title, count] of [
    ["SATURDAY", "Claude on Saturday", 1],
    ["zebra", "Claude plans its week", 1],
    ["github", "Copilot lands", 1],
    ["ANTHROPIC", "Claude stays up late", 3],
  ] as const) {
    await search(page).fill(text);
    await expect(countLine(page)).toHaveText(`Showing ${count} of 4 articles matching "${text}"`);
    await expect(cardOf(page, title)).toBeVisible();
  }
  await expect(page).toHaveURL("/news?q=ANTHROPIC");
  await page.reload();
  await expect(search(page)).toHaveValue("ANTHROPIC");
  await search(page).fill("giraffe");
  await expect(page.getByText('No articles found matching "giraffe"', { exact: true })).toBeVisible();
  await expect(countLine(page)).toHaveText('Showing 0 of 4 articles matching "giraffe"');
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear Filters" }).last().click();
  await expect(countLine(page)).toHaveText("Showing 4 of 4 articles");
});

test("news can be filtered by tool, and fetched for one without news", async ({
  ada,
  product,
  upstreams,
}) => {
  const copilot = await addAll(product, ada);
  await addTools(ada, [{ name: "Midjourney", url: upstreams.site.origin }]);
  const { page } = ada;
  await page.goto("/news");
  const tools = page.getByLabel("Tool", { exact: true });
  await expect(tools.getByRole("option")).toHaveText(["All Tools"]);
  await tools.focus();
  await expect(tools.getByRole("option")).toHaveText(["All Tools", "Claude", "GitHub Copilot", "Midjourney"]);
  await cardOf(page, "Copilot lands").getByRole("button", { name: "GitHub Copilot" }).click();
  await expect(page).toHaveURL(`/news?tool=${copilot}`);
  await expect(tools).toHaveValue(copilot);
  await expect(countLine(page)).toHaveText("Showing 1 of 4 articles");

  await tools.selectOption("Midjourney");
  await expect(page.getByRole("heading", { name: "No News About This Tool Yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check for News" }).click();
  await expect(toast(page, "Nothing New")).toBeVisible();
  upstreams.site.paths["/"] =
    `<!doctype html><title>M</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">`;
  upstreams.site.paths["/feed.xml"] = rss("M", [
    { title: "Midjourney paints again", url: "https://m.example/1", published: "2026-11-20T10:00:00Z" },
  ]);
  await page.getByRole("button", { name: "Check for News" }).click();
  await expect(toast(page, "1 new article.")).toBeVisible();
  await expect(cardOf(page, "Midjourney paints again")).toBeVisible();
});

test("a card leads to the other tools that its article names", async ({ ada, product }) => {
  await addTools(ada, [{ name: "Midjourney" }]);
  const { id } = await storedTool(ada, "Midjourney");
  const title = "Claude meets Midjourney";
  await addNews(product, ada, {
    tool: "Claude",
    articles: [{ title, publishedAt: "2024-03-04T15:00:00.000Z" }],
  });
  const { page } = ada;
  const card = cardOf(page, title);
  await expect(async () => {
    await page.goto("/news");
    await expect(card.getByRole("link", { name: "Midjourney", exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(card.getByRole("button", { name: "Claude", exact: true })).toBeVisible();
  await card.getByRole("link", { name: "Midjourney", exact: true }).click();
  await expect(page).toHaveURL(`/tools/${id}`);
});

test("read flags and stars are personal", async ({ ada, signUp, product }) => {
  await addAll(product, ada);
  const { page, context } = ada;
  await context.route("https://verge.example/**", (route) => route.fulfill({ body: "An article" }));
  await page.goto("/news");
  const week = cardOf(page, "Claude plans its week");
  await expect(week.getByText("Unread")).toBeVisible();
  const opened = context.waitForEvent("page");
  await week.getByRole("link", { name: "Claude plans its week", exact: true }).click();
  await (await opened).close();
  await expect(week.getByText("Unread")).toHaveCount(0);

  await cardOf(page, "Copilot lands").getByRole("button", { name: "Mark as read" }).click();
  await cardOf(page, "Claude on Saturday").getByRole("button", { name: "Star" }).click();
  await expect(cardOf(page, "Claude on Saturday").getByRole("button", { name: "Remove star" })).toBeVisible();
  await show(page, "Unread").click();
  await expect(countLine(page)).toHaveText("Showing 2 of 4 articles");
  await expect.poll(() => titlesOn(page)).toEqual(["Claude stays up late", "Claude on Saturday"]);
  await show(page, "Starred").click();
  await expect(countLine(page)).toHaveText("Showing 1 of 4 articles");
  await expect(page).toHaveURL("/news?show=starred");
  await page.reload();
  await expect(countLine(page)).toHaveText("Showing 1 of 4 articles");
  await cardOf(page, "Claude on Saturday").getByRole("button", { name: "Remove star" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Starred Articles" })).toBeVisible();
  await page.getByRole("button", { name: "Show All Articles" }).click();
  await cardOf(page, "Copilot lands").getByRole("button", { name: "Mark as unread" }).click();
  await expect(cardOf(page, "Copilot lands").getByText("Unread")).toBeVisible();

  const grace = await signUp("grace");
  await grace.page.goto("/news?show=unread");
  await expect(countLine(grace.page)).toHaveText("Showing 4 of 4 articles");
});

test("a new star appears in the starred articles once it is stored", THOROUGH, async ({ ada, product }) => {
  await addAll(product, ada);
  const { page } = ada;
  await page.goto("/news");
  const release = await holdCalls(page, "news.mark");
  await cardOf(page, "Claude on Saturday").getByRole("button", { name: "Star" }).click();
  await show(page, "Starred").click();
  await expect(page.getByRole("heading", { name: "No Starred Articles" })).toBeVisible();
  release();
  await expect(countLine(page)).toHaveText("Showing 1 of 4 articles");
  await expect.poll(() => titlesOn(page)).toEqual(["Claude on Saturday"]);
});

test("everything can be marked as read at once", THOROUGH, async ({ ada, product }) => {
  await addAll(product, ada);
  const { page } = ada;
  await page.goto("/news");
  const stopFailing = await failCalls(page, "news.markAllRead");
  await chooseMore(page, "Mark All Read");
  await expect(toast(page, "Failed to mark all news as read")).toBeVisible();
  await stopFailing();
  await chooseMore(page, "Mark All Read");
  await expect(toast(page, "All news marked as read")).toBeVisible();
  await expect(page.getByRole("article").getByText("Unread")).toHaveCount(0);
  await show(page, "Unread").click();
  await expect(page.getByRole("heading", { name: "You're All Caught Up" })).toBeVisible();
  await expectAccessible(page);
});

test("a flag that the server refuses is reverted", THOROUGH, async ({ ada, product }) => {
  await addAll(product, ada);
  const { page } = ada;
  await page.goto("/news");
  await failCalls(page, "news.mark");
  await cardOf(page, "Copilot lands").getByRole("button", { name: "Star" }).click();
  await expect(toast(page, "Failed to update article")).toBeVisible();
  await expect(cardOf(page, "Copilot lands").getByRole("button", { name: "Star" })).toBeVisible();
});

test("one event in several sources is shown once, with links to the others", async ({ ada, product }) => {
  const { page } = ada;
  await addNews(product, ada, {
    tool: "Claude",
    articles: [
      { title: "Claude sings", publishedAt: "2024-03-04T10:00:00.000Z", storyKey: "song" },
      {
        title: "Claude sings!",
        publishedAt: "2024-03-04T11:00:00.000Z",
        storyKey: "song",
        source: "Ars",
        url: "https://ars.example/1",
      },
      {
        title: "It sings",
        publishedAt: "2024-03-04T12:00:00.000Z",
        storyKey: "song",
        source: "",
        url: "https://www.host.example/2",
      },
    ],
  });
  await page.goto("/news");
  await expect(countLine(page)).toHaveText("Showing 1 of 1 articles");
  const card = cardOf(page, "Claude sings");
  await card.getByRole("button", { name: "Also in 2 sources" }).click();
  await expect(card.getByRole("link", { name: "Ars" })).toHaveAttribute("href", "https://ars.example/1");
  await expect(card.getByRole("link", { name: "host.example" })).toHaveAttribute(
    "href",
    "https://www.host.example/2",
  );
  await expectAccessible(page);
});

test("more articles load on scrolling, and only visible ones are in the page", async ({ ada, product }) => {
  const { page } = ada;
  await addNews(product, ada, {
    tool: "Claude",
    articles: Array.from({ length: 200 }, (_, index) => ({
      title: `Story ${index + 1}`,
      publishedAt: new Date(Date.UTC(2024, 2, 4, 20) - index * 3_600_000).toISOString(),
    })),
  });
  await page.goto("/news");
  await expect(countLine(page)).toHaveText("Showing 200 of 200 articles");
  await expect(cardOf(page, "Story 200")).toHaveCount(0);
  const fail = await failCalls(page, "news.list");
  await scrollUntil(page, page.getByText("Couldn't load more articles."));
  await fail();
  await page.getByRole("button", { name: "Try Again" }).click();
  await scrollUntil(page, cardOf(page, "Story 200"));
  expect(await page.getByRole("article").count()).toBeLessThan(40);
  await expect(page.getByRole("button", { name: "Show More Articles" })).toHaveCount(0);
});

async function scrollUntil(page: Page, target: ReturnType<typeof cardOf>) {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(target).toBeVisible({ timeout: 200 });
  }).toPass();
}

test("everything works by keyboard", async ({ ada, product }) => {
  await addAll(product, ada);
  const { page, context } = ada;
  await context.route("https://verge.example/**", (route) => route.fulfill({ body: "An article" }));
  await page.goto("/news");
  await expect(countLine(page)).toBeVisible();
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(link("Claude stays up late")).toBeFocused();
  await page.keyboard.press("j");
  await expect(link("Claude plans its week")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link("Copilot lands")).toBeFocused();
  await page.keyboard.press("k");
  await expect(link("Claude plans its week")).toBeFocused();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  await (await opened).close();
  await expect(cardOf(page, "Claude plans its week").getByText("Unread")).toHaveCount(0);
});

test("nothing scrolls sideways on a phone", async ({ ada, product }) => {
  await addAll(product, ada);
  await addNews(product, ada, {
    tool: "A tool with quite a long name that does not fit into a small window at all",
    articles: [{ title: "x".repeat(300), publishedAt: "2024-03-06T10:00:00.000Z", source: "y".repeat(100) }],
  });
  const { page } = ada;
  await page.setViewportSize(PHONE);
  await page.goto("/news");
  await expect(countLine(page)).toHaveText("Showing 5 of 5 articles");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const name of ["Update All News", "Mark as read", "Star"]) {
    const box = await page.getByRole("button", { name, exact: true }).first().boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});
