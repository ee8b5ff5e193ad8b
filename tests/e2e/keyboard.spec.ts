import type { Page } from "@playwright/test";

import { addTools, countLine, storedTools } from "./ai-stack.ts";
import { holdCalls } from "./calls.ts";
import { addNews } from "./news-stack.ts";
import { expect, test, toast } from "./product.ts";
import { addReading, openerOf } from "./reading-list.ts";
import { THOROUGH } from "./thorough.ts";

const focused = (page: Page) => page.locator(":focus");

test("the AI Stack works completely without a mouse", async ({ ada }) => {
  await addTools(ada, [{ name: "Suno" }, { name: "Midjourney" }, { name: "Claude" }]);
  const { page } = ada;
  const { keyboard } = page;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await keyboard.type("ai stack");
  await keyboard.press("Enter");
  await expect(countLine(page)).toHaveText("Showing 3 of 3 tools");

  await keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toBeFocused();
  await keyboard.type("n?e/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keyboard.press("Escape");
  await expect(countLine(page)).toHaveText("Showing 3 of 3 tools");
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Claude", exact: true })).toBeFocused();
  await keyboard.press("/");
  await keyboard.press("Escape");

  await keyboard.press("j");
  await expect(page.getByRole("button", { name: "Claude", exact: true })).toBeFocused();
  await keyboard.press("j");
  await expect(page.getByRole("button", { name: "Midjourney", exact: true })).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Suno", exact: true })).toBeFocused();
  await keyboard.press("k");
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading", { name: /Midjourney/u })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Midjourney", exact: true })).toBeFocused();

  await keyboard.press("v");
  await expect(page.getByRole("heading", { name: "Verdict on Midjourney" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Midjourney", exact: true })).toBeFocused();

  await keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Edit AI Tool" })).toBeVisible();
  await expect(focused(page)).toHaveValue("Midjourney");
  await keyboard.press("End");
  await keyboard.type(" 7");
  await keyboard.press("Control+Enter");
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await keyboard.press("n");
  await expect(page.getByRole("heading", { name: "Add New AI Tool" })).toBeVisible();
  await keyboard.type("Gemini");
  await keyboard.press("Control+Enter");
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  expect((await storedTools(ada)).map(({ name }) => name)).toEqual([
    "Gemini",
    "Midjourney 7",
    "Claude",
    "Suno",
  ]);

  await expect(countLine(page)).toHaveText("Showing 4 of 4 tools");
  await page.getByRole("button", { name: "Delete Suno" }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(toast(page, "AI tool deleted successfully")).toBeVisible();
  await expect(countLine(page)).toHaveText("Showing 3 of 3 tools");
});

test("the focus stays inside a dialog and is visible", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.goto("/dashboard?dialog=add");
  await expect(page.getByRole("heading", { name: "Add New AI Tool" })).toBeVisible();
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press("Tab");
    const isInside = await focused(page).evaluate((element) => element.closest("[role=dialog]") !== null);
    expect(isInside, `stop ${stop + 1}`).toBe(true);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Tab");
  const outline = await focused(page).evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).not.toBe("none");
});

test("text typed right after Ctrl+K goes into the palette", async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Suno" }]);
  const typed = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-/u, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(countLine(page)).toHaveText("Showing 1 of 1 tools");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("news st");
  typed.resolve();
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await expect(field).toBeFocused();
  await page.keyboard.type("ack");
  await expect(field).toHaveValue("news stack");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toHaveValue("");
  // Enter also goes to the palette, even before it has loaded.
  await page.reload();
  await expect(countLine(page)).toHaveText("Showing 1 of 1 tools");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("chapterloop");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/chapter-loop");
});

test("text typed while a dialog loads goes into the dialog, not to the page", async ({ ada }) => {
  const { page } = ada;
  const { keyboard } = page;
  await addTools(ada, [{ name: "Suno" }]);
  let typed = Promise.withResolvers<void>();
  await page.route(/\/assets\/\S+-dialog-/u, async (route) => {
    await typed.promise;
    await route.continue();
  });
  for (const path of ["/dashboard", "/prompts"]) {
    typed = Promise.withResolvers<void>();
    await page.goto(path);
    await expect(page.getByText(/^Showing \d of/u)).toBeVisible();
    await keyboard.press("n");
    await keyboard.type("Gemini events");
    typed.resolve();
    await expect(focused(page)).toHaveValue("Gemini events");
    await keyboard.type("!");
    await expect(focused(page)).toHaveValue("Gemini events!");
  }
  // E would edit the tool.
  typed = Promise.withResolvers<void>();
  await page.goto("/dashboard");
  await expect(countLine(page)).toHaveText("Showing 1 of 1 tools");
  await keyboard.press("j");
  await keyboard.press("v");
  await keyboard.type("because");
  typed.resolve();
  await expect(page.getByRole("heading", { name: "Verdict on Suno" })).toBeVisible();
});

test("Enter pressed several times adds one item", async ({ ada }) => {
  const { page } = ada;
  const { keyboard } = page;
  // The first submit waits for the schema.
  const schemas = Promise.withResolvers<void>();
  await page.route(/\/assets\/zod-/u, async (route) => {
    await schemas.promise;
    await route.continue();
  });
  await page.goto("/dashboard?dialog=add");
  await expect(page.getByRole("heading", { name: "Add New AI Tool" })).toBeVisible();
  await keyboard.type("Gemini");
  const release = await holdCalls(page, "tools.add");
  for (const _press of [1, 2, 3]) await keyboard.press("Enter");
  schemas.resolve();
  await expect(page.getByRole("button", { name: "Adding..." })).toBeVisible();
  await keyboard.press("Enter");
  release();
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await storedTools(ada)).toHaveLength(1);
});

test("keys pressed while a menu loads choose from it", async ({ ada }) => {
  const { page } = ada;
  const loads = Promise.withResolvers<void>();
  await page.route(/\/assets\/menu-list-/u, async (route) => {
    await loads.promise;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(countLine(page)).toHaveText("Showing 0 of 0 tools");
  await page.getByRole("button", { name: "More", exact: true }).focus();
  for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("menu")).toHaveCount(0);
  loads.resolve();
  await expect(page.getByRole("heading", { name: "Follow in a Feed Reader" })).toBeVisible();
});

test("an added item's row gets the focus", async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Suno" }]);
  for (const [path, add, name] of [
    ["/dashboard", "Add Tool", "Tool Name *"],
    ["/chapter-loop", "Add Reading", "Title *"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: add }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(name).fill("Whale Watch");
    await dialog.getByLabel(add === "Add Tool" ? "Company" : "Author").fill("Harbour Labs");
    await dialog.getByLabel("URL").first().fill("https://whales.example/");
    await dialog.getByRole("button", { name: add }).click();
    await expect(dialog).toHaveCount(0);
    await expect(focused(page)).toHaveText(/Whale Watch/u);
  }
});

test("keys comment on, star, mark and decide on the focused or open item", async ({ ada, product }) => {
  const { page } = ada;
  const { keyboard } = page;
  const comment = page.getByRole("textbox", { name: "Comment" });
  await addReading(ada, { title: "Middlemarch" });
  await addReading(ada, { title: "Emma" });
  await page.goto("/chapter-loop");
  await openerOf(page, "Middlemarch").focus();
  await keyboard.press("r");
  await expect(comment).toBeFocused();
  await keyboard.type("Too long?");
  await keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Discussion of Middlemarch" })).toContainText("1 comment");
  await expect(comment).toHaveCount(1);

  const articles = ["Claude plans its week", "Claude stays up late"].map((title, index) => ({
    title,
    publishedAt: `2024-03-0${index + 1}T12:00:00.000Z`,
  }));
  await addNews(product, ada, { tool: "Claude", articles });
  await page.goto("/news");
  const late = page.getByRole("article", { name: "Claude stays up late" });
  const early = page.getByRole("article", { name: "Claude plans its week" });
  await late.getByRole("link", { name: "Claude stays up late", exact: true }).focus();
  await keyboard.press("s");
  await keyboard.press("m");
  await expect(late.getByRole("button", { name: "Remove star" })).toBeVisible();
  await expect(late.getByRole("button", { name: "Mark as unread" })).toBeVisible();
  await expect(early.getByRole("button", { name: "Star", exact: true })).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Claude", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Decide" })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 480 });
  await keyboard.press("r");
  await expect(comment).toBeFocused();
  await expect(comment).toBeInViewport({ ratio: 1 });
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Claude", exact: true })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Decide" })).toBeVisible();
  await keyboard.press("v");
  await expect(page.getByRole("heading", { name: /Decide on Claude|Verdict on Claude/u })).toBeVisible();
});

test("a shortcut works as soon as the page is shown", async ({ ada }) => {
  const { page } = ada;
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("h1")?.textContent !== "Welcome, Ada!") return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  await expect(page.getByRole("combobox")).toBeFocused();
});
