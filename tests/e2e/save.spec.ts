import type { Page } from "@playwright/test";

import { type SiteUpstream, siteUpstream } from "../support/upstreams/site-upstream.ts";
import { addTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test as base, toast } from "./product.ts";

const STORY = `<!doctype html><html><head><title>Orcawrite learns to sing | Sea News</title>
  <meta property="og:type" content="article">
  <meta property="og:site_name" content="Sea News">
  <meta name="description" content="The letters of Orcawrite now have a melody.">
  <meta name="author" content="Ada Li"></head><body></body></html>`;

/** A product with a news site on this machine. */
const test = base.extend<{ site: SiteUpstream }>({
  site: async ({}, use) => {
    const site = await siteUpstream({ "/sing": STORY });
    await use(site);
    await site.close();
  },
  environment: async ({ site }, use) => use({ OUTBOUND_ALLOW: site.hostAndPort, AI_PROVIDER: "none" }),
});

const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

test("a pasted address of an article is saved under its tool with a note, and found again", async ({
  ada,
  site,
}) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Orcawrite" }]);
  await page.goto("/prompts");
  // In a field, a pasted address stays text.
  await page.getByRole("searchbox").focus();
  await paste(page, `${site.origin}/sing`);
  await expect(page).toHaveURL("/prompts");
  await page.getByRole("searchbox").blur();
  await paste(page, `${site.origin}/sing`);
  await expect(page.getByRole("heading", { name: "Orcawrite learns to sing" })).toBeVisible();
  await expect(page.getByLabel("Goes to")).toHaveValue("article");
  await expect(page.getByLabel("Goes to")).toContainText("News Stack, under Orcawrite");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Add a note").fill("For the choir.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(page).toHaveURL(/\/news\?article=/u);
  await expect(page.getByRole("article", { name: "Orcawrite learns to sing" })).toBeVisible();

  await page.goto(`/save?text=${encodeURIComponent(`Look: ${site.origin}/sing`)}`);
  await expect(page.getByText("Already here. Open it")).toBeVisible();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(/\/news\?article=/u);
});

test("the palette opens the sheet, and phones find it in the manifest", async ({ ada }) => {
  const { page } = ada;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Welcome/u })).toBeVisible();
  // Without another choice, the focus returns to the page.
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Search or go to…")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("save an");
  await page.getByRole("option", { name: "Save an Address" }).click();
  await expect(page.getByLabel("Address")).toBeFocused();

  const href = (await page.locator("link[rel=manifest]").getAttribute("href")) ?? "";
  const manifest = await (await page.request.get(href)).json();
  expect(manifest).toMatchObject({
    display: "standalone",
    share_target: { action: "/save", method: "GET", params: { url: "url", title: "title", text: "text" } },
  });
  const sizes = await page.evaluate(async (icons: { src: string }[]) => {
    const pictures = await Promise.all(
      icons.map(async ({ src }) => createImageBitmap(await (await fetch(src)).blob())),
    );
    return pictures.map(({ width, height }) => `${width}x${height}`);
  }, manifest.icons);
  expect(sizes).toEqual(["192x192", "512x512", "512x512"]);
});

test("an unreadable page is saved elsewhere, and the account page has the bookmark", async ({
  ada,
  site,
}) => {
  const { page } = ada;
  await page.setViewportSize(PHONE);
  await page.goto("/save");
  await page.getByLabel("Address").fill(`${site.origin}/closed`);
  await page.getByLabel("Address").press("Enter");
  await expect(page.getByText("The page could not be read.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Goes to").selectOption("tool");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\?tool=/u);
  await page.goto("/account");
  const bookmark = page.getByRole("link", { name: "Save to StackLoop" });
  await expect(bookmark).toHaveAttribute("href", /^javascript:void open\("http.+\/save\?url="/u);
  await expectNoSidewaysScroll(page);
});
