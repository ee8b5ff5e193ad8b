import { readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import { rss } from "#tests/support/upstreams/feed-documents.ts";

import { addTools, dialogOf } from "./ai-stack.ts";
import { test } from "./news-stack.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const feeds = (page: Page) => page.getByRole("list", { name: "News feeds" }).getByRole("listitem");
const address = (page: Page) => page.getByLabel("Add Feed");
const add = (page: Page) =>
  page
    .getByRole("main")
    .locator("form", { has: address(page) })
    .getByRole("button", { name: "Add" });

async function openFeeds({ page }: Person): Promise<Page> {
  await page.goto("/admin/feeds");
  await expect(page.getByRole("heading", { name: "News Feeds" })).toBeVisible();
  return page;
}

test("admins add feeds by their address or a page's address, and remove them", async ({
  signUp,
  upstreams,
}) => {
  const site = upstreams.site.origin;
  upstreams.site.paths["/daily.xml"] = rss("The Daily Stub", []);
  upstreams.site.paths["/weekly.xml"] = rss("The Weekly Stub", []);
  upstreams.site.paths["/"] =
    '<!doctype html><title>S</title><link rel="alternate" type="application/rss+xml" href="/weekly.xml">';
  const page = await openFeeds(await signUp("grace", { isAdmin: true }));
  await expect(page.getByText("0 feeds", { exact: true })).toBeVisible();

  await address(page).fill("nowhere");
  await add(page).click();
  await expect(address(page)).toHaveAccessibleDescription("Please enter a valid URL");
  await expect(address(page)).toBeFocused();
  await address(page).fill(`${site}/nothing-here`);
  await add(page).click();
  await expect(address(page)).toHaveAccessibleDescription("No news feed found at this address");
  await address(page).fill(`${site}/daily.xml`);
  await address(page).press("Enter");
  await expect(toast(page, "Feed added")).toBeVisible();
  await expect(address(page)).toHaveValue("");
  await address(page).fill(site);
  await address(page).press("Enter");
  await expect(page.getByText("2 feeds", { exact: true })).toBeVisible();
  await expect(feeds(page)).toHaveText([/The Daily Stub/u, /The Weekly Stub/u]);
  await expect(feeds(page).first().getByRole("link")).toHaveAttribute("href", `${site}/daily.xml`);
  await address(page).fill(`${site}/daily.xml`);
  await address(page).press("Enter");
  await expect(address(page)).toHaveAccessibleDescription("This feed is already in the list");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove The Daily Stub" }).click();
  await expect(toast(page, "Feed removed")).toBeVisible();
  await expect(feeds(page)).toHaveText([/The Weekly Stub/u]);
});

test("the list is exported as OPML and imported from a file or pasted text", async ({ signUp }) => {
  const page = await openFeeds(await signUp("grace", { isAdmin: true }));
  await chooseMore(page, "Restore Bundled Feeds");
  await expect(toast(page, "Bundled feeds restored")).toBeVisible();
  await expect.poll(() => feeds(page).count()).toBeGreaterThan(5);
  const all = await feeds(page).count();

  const download = page.waitForEvent("download");
  await chooseMore(page, "Export OPML");
  const file = await download;
  expect(file.suggestedFilename()).toBe("news-feeds.opml");
  await expect(toast(page, "Export Successful")).toBeVisible();
  const opml = readFileSync(await file.path(), "utf8");

  const [gone = ""] = await feeds(page).first().locator("p").first().allInnerTexts();
  await page.getByRole("button", { name: `Remove ${gone}` }).click();
  await expect(feeds(page)).toHaveCount(all - 1);
  await chooseMore(page, "Import OPML");
  const dialog = dialogOf(page, "Import Feeds");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByLabel("Or paste its content")).toHaveAccessibleDescription("This file is empty");
  await dialog.getByLabel("Or paste its content").fill("no OPML at all");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByLabel("Or paste its content")).toHaveAttribute("aria-invalid", "true");
  await dialog
    .getByLabel("OPML file")
    .setInputFiles({ name: "feeds.opml", mimeType: "text/x-opml", buffer: Buffer.from(opml) });
  await expect(dialog.getByLabel("Or paste its content")).toHaveValue(opml);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText(`1 feed added, ${all - 1} already in the list.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(feeds(page)).toHaveCount(all);
});

test("a long list is imported in batches, with a result for each feed", THOROUGH, async ({ signUp }) => {
  const page = await openFeeds(await signUp("grace", { isAdmin: true }));
  const outlines = Array.from(
    { length: 700 },
    (_, index) => `<outline text="Feed ${index}" xmlUrl="https://feeds.example/${index}.xml"/>`,
  );
  const bad = '<outline text="Old player" xmlUrl="ftp://old.example/feed"/>';
  await chooseMore(page, "Import OPML");
  const dialog = dialogOf(page, "Import Feeds");
  await dialog.getByLabel("OPML file").setInputFiles({
    name: "feeds.opml",
    mimeType: "text/x-opml",
    buffer: Buffer.from(`<opml version="2.0"><body>${outlines.join("")}${bad}${outlines[0]}`, "utf16le"),
  });
  // The third batch finds no server, and is sent again on request.
  let calls = 0;
  await page.route("**/trpc/feeds.addMany**", (route) => {
    calls += 1;
    return calls === 3 ? route.abort() : route.fallback();
  });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toContainText("200 feeds were processed before that");
  await expect(dialog.getByText("200 of 702 feeds")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Try Again" }).click();
  await expect(dialog.getByText("700 feeds added, 1 already in the list, 1 refused.")).toBeVisible();
  const first = dialog.getByRole("region", { name: "Imported feeds" }).getByRole("listitem").first();
  await expect(first).toHaveText(/Refused.*Old player.*This isn't a web address/u);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("700 feeds", { exact: true })).toBeVisible();
});

test("a list without feeds can be exported as OPML", THOROUGH, async ({ signUp }) => {
  const page = await openFeeds(await signUp("grace", { isAdmin: true }));
  await expect(page.getByText("0 feeds", { exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await chooseMore(page, "Export OPML");
  const file = await download;
  expect(readFileSync(await file.path(), "utf8")).toContain('<opml version="2.0">');
  await expect(toast(page, "Export Successful")).toBeVisible();
});

test(
  "each feed shows its usable entries, and one without any is not added",
  THOROUGH,
  async ({ signUp, upstreams }) => {
    const { origin: site, paths } = upstreams.site;
    const channel = (inner: string) =>
      `<rss version="2.0"><channel><title>Mixed</title>${inner}</channel></rss>`;
    const entry = (title: string, more: string) => `<item><title>${title}</title>${more}</item>`;
    const unlinked = ["One", "Two"].map((title) => entry(title, "")).join("");
    paths["/mixed.xml"] = channel(
      `${entry("Good & well", `<link>${site}/good</link>`)}${entry("Undated", `<link>${site}/undated</link><pubDate>one fine day</pubDate>`)}${unlinked}`,
    );
    paths["/useless.xml"] = channel(unlinked);
    const page = await openFeeds(await signUp("grace", { isAdmin: true }));

    await address(page).fill(`${site}/useless.xml`);
    await add(page).click();
    await expect(address(page)).toHaveAccessibleDescription(
      "None of this feed's 2 entries can be used: 2 entries without a link.",
    );
    await address(page).fill(`${site}/mixed.xml`);
    await add(page).click();
    await expect(feeds(page)).toHaveCount(1);
    const row = feeds(page).first();
    await expect(row).toContainText("Read less than a minute ago · 2 of 4 entries usable");
    await expect(row).toContainText("Skipped: 2 entries without a link (“One”)");
    await expect(row).toContainText(
      "1 entry has a date that couldn't be read. The fetch time is shown instead.",
    );
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

test("the list shows the state of each feed", THOROUGH, async ({ signUp, upstreams }) => {
  const site = upstreams.site.origin;
  upstreams.site.paths["/good.xml"] = rss("Good", []);
  upstreams.site.paths["/bad.xml"] = "<!doctype html><p>Gone";
  const grace = await signUp("grace", { isAdmin: true });
  await addTools(grace, [{ name: "Claude" }]);
  const page = await openFeeds(grace);
  await chooseMore(page, "Import OPML");
  const outlines = ["good", "bad"].map((name) => `<outline text="${name}" xmlUrl="${site}/${name}.xml"/>`);
  await page
    .getByLabel("Or paste its content")
    .fill(`<opml version="2.0"><body>${outlines.join("")}</body></opml>`);
  await dialogOf(page, "Import Feeds").getByRole("button", { name: "Import" }).click();
  await dialogOf(page, "Import Feeds").getByRole("button", { name: "Done" }).click();
  await expect(feeds(page)).toHaveText([/Not read yet/u, /Not read yet/u]);
  expect((await grace.request.post("/api/news/update-all")).status()).toBe(202);
  await expect
    .poll(async () => (await grace.request.get("/api/jobs")).json())
    .toContainEqual(
      expect.objectContaining({
        name: "news.fetch",
        runs: [expect.objectContaining({ state: "succeeded" })],
      }),
    );
  await openFeeds(grace);
  await expect(feeds(page)).toHaveText([/Failed/u, /Read less than a minute ago/u]);
  await expect(page.getByText("1 failing or without usable entries")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("only admins see the feeds", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/admin/feeds");
  await expect(ada.page.getByRole("heading", { name: "For Administrators Only" })).toBeVisible();
});
