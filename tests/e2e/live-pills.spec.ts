import type { Page } from "@playwright/test";

import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

import { addTools } from "./ai-stack.ts";
import { callAsOther, openLive } from "./live-pages.ts";
import { addNews, cardOf as articleOf, test as newsTest } from "./news-stack.ts";
import { cardOf as paperOf, openPapers, test as papersTest } from "./papers.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const pill = (page: Page) => page.getByRole("button", { name: /· Show$/u });
const topOf = async (page: Page, title: string) =>
  (await articleOf(page, title).boundingBox())?.y ?? Number.NaN;
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

newsTest(
  "articles found by another person's update wait behind a pill",
  async ({ signUp, product, upstreams }) => {
    const ada = await signUp("ada");
    const grace = await signUp("grace", { isAdmin: true });
    const articles = Array.from({ length: 60 }, (_, index) => ({
      title: `Story ${index + 1}`,
      publishedAt: new Date(Date.UTC(2024, 2, 4, 20) - index * 3_600_000).toISOString(),
    }));
    await addNews(product, ada, { tool: "Claude", articles });
    const site = upstreams.site.origin;
    upstreams.site.paths["/"] =
      `<!doctype html><title>Cursor</title><link rel="alternate" type="application/rss+xml" href="${site}/feed.xml">`;
    const item = (title: string, published: string) => ({
      title,
      url: `https://cursor.example/${published}`,
      published,
    });
    upstreams.site.paths["/feed.xml"] = rss("Cursor's own news", [
      item("Cursor greets the world", "2026-11-20T10:00:00Z"),
      item("Cursor explains itself", "2026-11-20T11:00:00Z"),
    ]);
    await addTools(ada, [{ name: "Cursor", url: site }]);

    const { page } = ada;
    await openLive(page, "/news");
    await expect(articleOf(page, "Story 5")).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 2500));
    await expect(articleOf(page, "Story 15")).toBeVisible();
    const before = { top: await topOf(page, "Story 15"), scrolled: await scrollY(page) };
    await callAsOther(grace, "POST", "/api/news/update-all");
    await expect(pill(page)).toHaveText("2 new · Show");
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    expect(Math.abs((await topOf(page, "Story 15")) - before.top)).toBeLessThanOrEqual(1);
    await expect(articleOf(page, "Cursor greets the world")).toHaveCount(0);
    await expect(pill(page)).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);

    await pill(page).press("Enter");
    await expect(articleOf(page, "Cursor explains itself")).toBeInViewport({ ratio: 1 });
    await expect(articleOf(page, "Cursor greets the world")).toBeInViewport({ ratio: 1 });
    await expect(pill(page)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Articles" })).toBeFocused();
    expect(await scrollY(page)).toBeLessThan(before.scrolled);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  },
);

newsTest(
  "articles found by the person's own update appear without a pill",
  THOROUGH,
  async ({ ada, upstreams }) => {
    const site = upstreams.site.origin;
    upstreams.site.paths["/"] =
      `<!doctype html><title>Cursor</title><link rel="alternate" type="application/rss+xml" href="${site}/feed.xml">`;
    upstreams.site.paths["/feed.xml"] = rss("Cursor's own news", [
      {
        title: "Cursor greets the world",
        url: "https://cursor.example/1",
        published: "2026-11-20T10:00:00Z",
      },
    ]);
    await addTools(ada, [{ name: "Cursor", url: site }]);
    await openLive(ada.page, "/news");
    await ada.page.getByRole("button", { name: "Update All News" }).click();
    await expect(articleOf(ada.page, "Cursor greets the world")).toBeVisible();
    await expect(pill(ada.page)).toHaveCount(0);
  },
);

papersTest.describe("with papers", () => {
  papersTest.use({ archive: { papers: [1001, 1002, 1003].map((number) => buildEntry(number)) } });

  papersTest(
    "papers fetched since the visit began wait behind a pill, and a summary appears in place",
    THOROUGH,
    async ({ signUp, arxiv }) => {
      const grace = await signUp("grace", { isAdmin: true });
      const { page } = await signUp("ada");
      await openPapers(page, 3);
      await openLive(page, "/arxiv");
      const old = paperOf(page, "A study of agents, part 1001");
      await expect(old).toBeVisible();
      await expect(pill(page)).toHaveCount(0);
      arxiv.entries.push(...[1, 2, 3].map((number) => buildEntry(number)));
      await callAsOther(grace, "POST", "/api/arxiv/update");
      await expect(pill(page)).toHaveText("3 new · Show");
      await expect(paperOf(page, "A study of agents, part 1")).toHaveCount(0);

      const papers = await (await grace.request.get("/api/arxiv?search=1001")).json();
      const [{ id }] = papers;
      await callAsOther(grace, "POST", `/api/arxiv/${id}/generate-summary`);
      await expect(old.getByRole("button", { name: "AI Summary" })).toBeVisible();
      await expect(pill(page)).toBeVisible();
      await expectAccessible(page);

      // Pressed by key, because figures above may still load and move the pill away from the pointer.
      await pill(page).focus();
      await expect(pill(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(paperOf(page, "A study of agents, part 1")).toBeInViewport({ ratio: 1 });
      await expect(pill(page)).toHaveCount(0);
      await expect(page.getByRole("region", { name: "Papers" })).toBeFocused();
    },
  );
});

test("other people's comments wait behind a pill, and drafts stay", THOROUGH, async ({ signUp }) => {
  const bob = await signUp("bob", { firstName: "Bob" });
  const { page } = await signUp("ada");
  const { id } = await (
    await callAsOther(bob, "POST", "/api/readings", { title: "Emma", author: "Jane Austen" })
  ).json();
  const say = (content: string) => callAsOther(bob, "POST", `/api/readings/${id}/comments`, { content });
  const first = await (await say("First")).json();
  await openLive(page, `/chapter-loop?reading=${id}`);
  await expect(page.getByText("First", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reply" }).click();
  const reply = page.getByRole("textbox", { name: /^Reply to/u });
  await reply.fill("Not yet sent");
  const top = (await reply.boundingBox())?.y;

  await say("Second");
  await expect(pill(page)).toHaveText("1 new · Show");
  await say("Third");
  await expect(pill(page)).toHaveText("2 new · Show");
  await expect(page.getByText("Second", { exact: true })).toHaveCount(0);
  await expect(page.getByText("3 comments").first()).toBeAttached();
  expect((await reply.boundingBox())?.y).toBe(top);
  await expectAccessible(page);
  await pill(page).press("Enter");
  const comments = page.getByRole("list", { name: "Comments" });
  await expect(comments.getByRole("listitem").filter({ hasText: "Second" }).getByText("New")).toBeVisible();
  await expect(reply).toHaveValue("Not yet sent");
  await expect(pill(page)).toHaveCount(0);

  await callAsOther(bob, "PUT", `/api/comments/${first.id}`, { content: "First, corrected" });
  await expect(pill(page)).toHaveText("Changed · Show");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await pill(page).click();
  await expect(page.getByText("First, corrected")).toBeVisible();
});
