import type { Locator, Page } from "@playwright/test";

import { addTools, dialogOf, storedTool } from "./ai-stack.ts";
import { addNews } from "./news-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { addPrompts, titleOf } from "./prompt-stack.ts";
import { addReading, cardOf, commentWith, say } from "./reading-list.ts";
import { THOROUGH } from "./thorough.ts";

const relatedIn = (scope: Page | Locator) => scope.getByRole("region", { name: /^Related/u });
const rowOf = (scope: Page | Locator, title: string) =>
  relatedIn(scope).getByRole("listitem").filter({ hasText: title });
const answer = (scope: Page | Locator, name: string, title: string) =>
  rowOf(scope, title).getByRole("button", { name: new RegExp(`^${name}`, "u") });

const MIDJOURNEY = { name: "Midjourney", use: "Draws pictures", url: "https://midjourney.example/home" };

test("a tool lists the items that name it, and people confirm or unlink them", async ({ ada, signUp }) => {
  await addTools(ada, [MIDJOURNEY]);
  const { id } = await storedTool(ada, "Midjourney");
  await addPrompts(ada, [{ name: "Scenes", prompt: "For Midjourney: {{scene}} by night" }]);
  await addReading(ada, { title: "Styles", notes: "Praises Midjourney above all." });
  const { page } = ada;
  await page.goto(`/dashboard?tool=${id}`);
  const dialog = page.getByRole("dialog");
  await expect(rowOf(dialog, "Scenes").locator("b")).toHaveText("Midjourney");
  await expect(rowOf(dialog, "Styles")).toContainText("Praises Midjourney above all.");
  await expectAccessible(page);

  await answer(dialog, "Confirm", "Styles").click();
  await expect(rowOf(dialog, "Styles")).toContainText("Confirmed by Ada");
  await answer(dialog, "Unlink", "Scenes").press("Enter");
  await expect(toast(page, "Unlinked")).toBeVisible();
  await expect(rowOf(dialog, "Scenes")).toHaveCount(0);
  await expect(answer(dialog, "Unlink", "Styles")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(dialog, "Scenes")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const { page: other } = await signUp("grace", { firstName: "Grace" });
  await other.goto(`/dashboard?tool=${id}`);
  await expect(rowOf(other, "Styles")).toContainText("Confirmed by Ada");
  // Other people's decisions appear without a reload.
  await answer(other, "Unlink", "Styles").click();
  await expect(rowOf(dialog, "Styles")).toHaveCount(0);
  await answer(other, "Confirm", "Scenes").click();
  await expect(rowOf(dialog, "Scenes")).toContainText("Confirmed by Grace");
  await rowOf(other, "Scenes")
    .getByRole("link", { name: /Scenes$/u })
    .press("Enter");
  await expect(titleOf(other, "Scenes")).toBeVisible();
  await expect(relatedIn(other).getByRole("list", { name: "Mentions" })).toContainText("Midjourney");
});

test("two items are linked manually with the keyboard, for everyone", async ({ ada, signUp }) => {
  await addTools(ada, [MIDJOURNEY]);
  const { id } = await storedTool(ada, "Midjourney");
  const reading = await addReading(ada, { title: "Light and Shadow" });
  const { page } = ada;
  await page.goto(`/dashboard?tool=${id}`);
  await expect(relatedIn(page)).toContainText("Nothing else in StackLoop mentions Midjourney yet.");
  await page.getByRole("button", { name: "Link an Item…" }).press("Enter");
  await page.keyboard.type("shadow");
  await expect(page.getByRole("list", { name: "Found" })).toContainText("Light and Shadow");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Linked")).toBeVisible();
  await expect(rowOf(page, "Light and Shadow")).toContainText("Linked by Ada");
  await expect(page.getByRole("button", { name: "Link an Item…" })).toBeFocused();

  const { page: other } = await signUp("grace");
  await other.goto(`/chapter-loop?reading=${reading.id}`);
  await expect(rowOf(other, "Midjourney")).toContainText("Linked by Ada");
  await answer(other, "Unlink", "Midjourney").click();
  await expect(relatedIn(other)).toContainText("Nothing else in StackLoop is linked to this reading yet.");
  // Other people's changes appear without a reload.
  await expect(relatedIn(page)).toContainText("Nothing else in StackLoop mentions Midjourney yet.");
});

test("a name that is an everyday word hides doubtful matches until requested", THOROUGH, async ({ ada }) => {
  await addTools(ada, [{ name: "Linear" }]);
  const { id } = await storedTool(ada, "Linear");
  await addPrompts(ada, [{ name: "Trend", prompt: "Fit a linear trend to {{numbers}}" }]);
  const { page } = ada;
  await page.goto(`/dashboard?tool=${id}`);
  await expect(relatedIn(page)).toContainText("“Linear” is also an everyday word");
  await expect(relatedIn(page)).toContainText("1 more is hidden.");
  // A link that was added and removed is hidden again.
  await page.getByRole("button", { name: "Link an Item…" }).click();
  await page.keyboard.type("trend");
  await expect(page.getByRole("list", { name: "Found" })).toContainText("Trend");
  await page.keyboard.press("Enter");
  await expect(relatedIn(page)).not.toContainText("everyday word");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(relatedIn(page)).toContainText("1 more is hidden.");
  await page.getByRole("button", { name: /^Show ?: matches/u }).click();
  await expect(rowOf(page, "Trend")).toContainText("Fit a linear trend");
  await expectAccessible(page);
  await answer(page, "Confirm", "Trend").click();
  await expect(page.getByRole("list", { name: "Mentioned in" })).toContainText("Trend");
  await expect(relatedIn(page)).not.toContainText("everyday word");
});

test("names in notes and comments describe their tools and link to them", async ({ ada }) => {
  await addTools(ada, [MIDJOURNEY]);
  const { id } = await storedTool(ada, "Midjourney");
  const reading = await addReading(ada, { title: "Styles", notes: "Praises Midjourney." });
  await say(ada, reading.id, "I tried Midjourney on it, and Midjourney again.");
  const { page } = ada;
  await page.goto(`/chapter-loop?reading=${reading.id}`);
  const card = cardOf(page, "Styles");
  const inComment = commentWith(page, "I tried").getByRole("link", { name: "Midjourney" });
  await expect(inComment).toHaveCount(1);
  await expect(card.getByRole("term").first()).toHaveText("Notes");
  await expect(card.getByRole("definition").getByRole("link", { name: "Midjourney" })).toBeVisible();
  await expectAccessible(page);
  await inComment.focus();
  const words = page.getByRole("tooltip");
  await expect(words).toContainText("No verdict yet");
  await expect(words).toContainText("Draws pictures");

  await page.getByRole("textbox", { name: "Comment" }).fill("Is Midjourney worth it?");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(commentWith(page, "worth it").getByRole("link", { name: "Midjourney" })).toBeVisible();
  await inComment.click();
  await expect(page).toHaveURL(`/tools/${id}`);
});

test("a link opens its article alone, with its related items", THOROUGH, async ({ ada, product }) => {
  await addNews(product, ada, {
    tool: "Midjourney",
    articles: [
      { title: "Pictures for all", publishedAt: "2026-11-20T10:00:00.000Z" },
      { title: "Something else", publishedAt: "2026-11-20T09:00:00.000Z" },
    ],
  });
  const { page } = ada;
  const articles = await (await ada.request.get("/api/news")).json();
  const { id } = articles.find(({ title }: { title: string }) => title === "Pictures for all");
  await page.goto(`/news?article=${id}`);
  const card = page.getByRole("article", { name: "Pictures for all" });
  await expect(relatedIn(card)).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await card.getByRole("button", { name: "Star" }).click();
  await expect(card.getByRole("button", { name: "Remove star" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Show all news" }).click();
  await expect(page).toHaveURL("/news");
  await expect(page.getByRole("article")).toHaveCount(2);

  await page.goto("/news?article=gone");
  await expect(page.getByText("Article Not Found")).toBeVisible();
});

test("other names of a tool are found in texts, and belong to only one tool", THOROUGH, async ({ ada }) => {
  await addTools(ada, [MIDJOURNEY, { name: "ChatGPT" }]);
  const { id } = await storedTool(ada, "ChatGPT");
  await addPrompts(ada, [{ name: "Letters", prompt: "For OmniWriter: a letter to {{whom}}" }]);
  const { page } = ada;
  await page.goto(`/dashboard?dialog=edit&tool=${id}`);
  const form = dialogOf(page, "Edit AI Tool");
  await form.getByRole("textbox", { name: "Also known as" }).fill("OmniWriter, Midjourney,");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Update Tool" }).click();
  await expect(form.getByText("“Midjourney” already refers to Midjourney")).toBeVisible();
  await form.getByRole("button", { name: "Remove Midjourney" }).click();
  await form.getByRole("button", { name: "Update Tool" }).click();
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await page.goto(`/dashboard?tool=${id}`);
  await expect(page.getByRole("dialog").getByText("OmniWriter", { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, "Letters")).toContainText("For OmniWriter: a letter");
});
