import { type StubUpstreams, startUpstreams } from "../support/stub-upstreams.ts";
import { rowOf } from "./ai-stack.ts";
import { expect, test as base, toast } from "./product.ts";

/** A product that fetches papers at its first start, with stubs of all outside services on this machine. */
const test = base.extend<{ upstreams: StubUpstreams }>({
  upstreams: async ({}, use) => {
    const upstreams = await startUpstreams({
      releases: { "orca/write": [{ tag: "v2.0", published: "2026-11-18T09:00:00Z" }] },
    });
    Object.assign(upstreams.site.paths, {
      "/": page(upstreams.github.origin),
      "/feed.xml": FEED,
    });
    await use(upstreams);
    await upstreams.close();
  },
  environment: async ({ upstreams }, use) => use({ ...upstreams.environment, NIGHTLY_CRON: "0 2 * * *" }),
});

const page = (github: string) => `<!doctype html>
<html><head>
  <title>Orcawrite</title>
  <meta property="og:site_name" content="Orca Labs">
  <meta name="description" content="Writes letters for whales in forty languages.">
  <link rel="alternate" type="application/rss+xml" href="/feed.xml">
</head><body><a href="${github}/orca/write">Source</a></body></html>`;

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Orca Labs</title><link>https://orca.example/</link>
  <item><title>Orcawrite 2 learns to sing</title><link>https://orca.example/sing</link>
    <description>&lt;p&gt;Orcawrite now sings.&lt;/p&gt;</description>
    <pubDate>Wed, 18 Nov 2026 09:00:00 GMT</pubDate></item>
</channel></rss>`;

test("a new installation fetches papers, and the fields, news and release notes of a new tool", async ({
  signUp,
  upstreams,
}) => {
  const { page: browser } = await signUp("grace", { isAdmin: true });
  await browser.goto("/arxiv");
  await expect(async () => {
    await browser.reload();
    await expect(browser.getByRole("heading", { name: "A study of agents, part 1" })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();

  await browser.goto("/dashboard?dialog=add");
  await browser.getByLabel("Tool Name").fill("Orcawrite");
  await browser.getByRole("textbox", { name: "URL", exact: true }).fill(upstreams.site.origin);
  const dialog = browser.getByRole("dialog");
  const label = dialog.getByText("Capabilities", { exact: true });
  await label.locator("..").getByRole("button", { name: "PPLX" }).click();
  await expect(dialog.getByLabel("Capabilities", { exact: true })).toHaveValue(/letters for whales/u);
  await dialog.getByRole("button", { name: "Add Tool" }).click();
  await expect(toast(browser, "AI tool added successfully")).toBeVisible();

  await rowOf(browser, "Orcawrite").getByRole("button", { name: /^Edit/u }).click();
  await browser.getByRole("button", { name: "Refresh" }).click();
  await expect(toast(browser, "Release Notes Updated")).toBeVisible();
  await expect(dialog.getByText("2026-11-18")).toBeVisible();

  await expect(async () => {
    await browser.goto("/news");
    await expect(browser.getByRole("article", { name: "Orcawrite 2 learns to sing" })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
});
