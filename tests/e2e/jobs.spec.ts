import type { Page } from "@playwright/test";

import { buildEntry, errorReply } from "../support/upstreams/arxiv-upstream.ts";
import { failCalls, holdReply } from "./calls.ts";
import { expect, papersEnvironment, test as base } from "./papers.ts";
import { expectAccessible, expectNoSidewaysScroll, PASSWORD, type Person, PHONE, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const test = base.extend<{ grace: Person }>({
  environment: async ({ arxiv }, use) => {
    await use({
      ...papersEnvironment(arxiv),
      AI_PROVIDER: "none",
      BACKUP_CRON: "0 3 * * *",
      SCHEDULE_TIMEZONE: "Asia/Tokyo",
    });
  },
  grace: async ({ signUp }, use) => {
    await use(await signUp("grace", { isAdmin: true }));
  },
});

const jobOf = (page: Page, title: string) =>
  page
    .getByRole("list", { name: "Jobs" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const openJobs = async (page: Page) => {
  await page.goto("/admin/jobs");
  await expect(page.getByRole("list", { name: "Jobs" })).toBeVisible();
};

const startPapers = async ({ request }: Person): Promise<string> =>
  (await (await request.post("/api/arxiv/update")).json()).jobId;

// Three pages, with the three seconds between them that arXiv requires, all newer than the stored ones.
const THREE_PAGES = Array.from({ length: 230 }, (_, index) => buildEntry(index + 1));
const OLD = [1001, 1002, 1003].map((number) => buildEntry(number));

test.describe("with papers", () => {
  test.use({ archive: { papers: OLD } });

  test("a run is shown live to every admin, and further starts join it", async ({ grace, arxiv }) => {
    const { page, context } = grace;
    const other = await context.newPage();
    const views = [page, other].map((each) => ({ each, papers: jobOf(each, "Fetch papers") }));
    for (const { each, papers } of views) {
      await openJobs(each);
      await expect(papers.getByText("Succeeded")).toBeVisible();
    }
    arxiv.entries.push(...THREE_PAGES);
    await views[0]?.papers.getByRole("button", { name: "Fetch Papers Now" }).click();
    await expect(toast(page, "Paper Fetch Started")).toBeVisible();
    await Promise.all(
      views.flatMap(({ papers }) => [
        expect(papers.getByRole("button", { name: "Running..." })).toBeVisible(),
        expect(papers.getByRole("progressbar", { name: "Fetch papers" })).toBeVisible(),
        expect(papers.getByText(/^[12]00 of 233$/u)).toBeVisible(),
      ]),
    );
    expect(await startPapers(grace)).toBe(await startPapers(grace));
    for (const { papers } of views) {
      await expect(papers.getByText(/^started manually · took .+, 230 added/u)).toBeVisible();
      await expect(papers.getByRole("progressbar")).toHaveCount(0);
      await papers.getByRole("button", { name: "Earlier runs (1)" }).click();
      await expect(papers.getByText(/^on first start · took/u)).toBeVisible();
    }
  });

  test("an older reply that arrives late doesn't replace newer jobs", THOROUGH, async ({ grace }) => {
    const { page } = grace;
    const held = await holdReply(page, "jobs.overview");
    await page.goto("/admin/jobs");
    await held.isThere;
    const check = jobOf(page, "Check the database");
    await check.getByRole("button", { name: "Check Now" }).click();
    await expect(check.getByText("Succeeded")).toBeVisible();
    held.release();
    await page.getByRole("link", { name: "System" }).click();
    await page.goBack();
    await expect(check.getByText("Succeeded")).toBeVisible();
  });

  test("Jobs shows the schedule of each job and its live progress", async ({ grace }) => {
    const { page } = grace;
    await openJobs(page);
    const papers = jobOf(page, "Fetch papers");
    await expect(papers.getByText(/^Next run in .+: .+, 2026, 2:00 AM \(Asia\/Tokyo\)$/u)).toBeVisible();
    await expect(jobOf(page, "Back up the database").getByText(/3:00 AM \(Asia\/Tokyo\)/u)).toBeVisible();
    await expect(jobOf(page, "Clean up the database").getByText(/2:00 AM \(Asia\/Tokyo\)/u)).toBeVisible();
    await expect(jobOf(page, "Check for news").getByText(/^Not scheduled/u)).toBeVisible();
    await expect(jobOf(page, "Check for release notes").getByText("This job hasn't run yet.")).toBeVisible();

    await expect(papers.getByText("Succeeded")).toBeVisible();
    await expect(papers.getByText(/on first start · took .+ · 3 read, 3 added, 0 rejected/u)).toBeVisible();
    await expect(page.getByRole("list", { name: "Sources" }).getByText("arXiv")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("System shows the last check of the database and its result", THOROUGH, async ({ grace }) => {
    const { page } = grace;
    await openJobs(page);
    const check = jobOf(page, "Check the database");
    await check.getByRole("button", { name: "Check Now" }).click();
    await expect(check.getByText("Succeeded")).toBeVisible();
    await page.getByRole("link", { name: "System" }).click();
    const database = page.getByLabel("Database", { exact: true });
    await expect(database.getByText(/^Intact, .+ ago$/u)).toBeVisible();
    await expectAccessible(page);
  });

  test("a broken subscription to a run is reopened", THOROUGH, async ({ grace }) => {
    const { page } = grace;
    const isWatch = (url: URL) => url.pathname.endsWith("/jobs.watch");
    await page.route(isWatch, (route) => route.fulfill({ status: 502, body: "" }));
    await openJobs(page);
    const runs = jobOf(page, "Check for release notes");
    await expect(runs.getByText("This job hasn't run yet.")).toBeVisible();
    await page.unroute(isWatch);
    await page.waitForResponse((response) => isWatch(new URL(response.url())) && response.ok());
    // The run is requested on another page and shown on this one.
    const elsewhere = await grace.context.newPage();
    await openJobs(elsewhere);
    await jobOf(elsewhere, "Check for release notes")
      .getByRole("button", { name: "Update All Release Notes" })
      .click();
    await expect(runs.getByText("Succeeded")).toBeVisible();
    await expect(runs.getByText(/started manually/u)).toBeVisible();
  });
});

test("a failed run shows its reason, and so does the source", THOROUGH, async ({ grace, arxiv }) => {
  const { page } = grace;
  arxiv.answerAlways(errorReply("malformed query"));
  await startPapers(grace);
  await openJobs(page);
  const papers = jobOf(page, "Fetch papers");
  await expect(papers.getByText("Failed", { exact: true }).first()).toBeVisible();
  const sources = page.getByRole("list", { name: "Sources" });
  await page.reload();
  await expect(sources.getByText("Failing")).toBeVisible();
  await expect(sources.getByText(/next attempt/u)).toBeVisible();
  await expectAccessible(page);
});

test(
  "S6: a page with a subscription signs out as soon as its session ends elsewhere",
  THOROUGH,
  async ({ grace, playwright, product }) => {
    await openJobs(grace.page);
    const elsewhere = await playwright.request.newContext({ baseURL: product.origin });
    const login = { username: "grace", password: PASSWORD };
    expect((await elsewhere.post("/api/login", { data: login })).ok()).toBe(true);
    expect((await elsewhere.delete("/api/user/sessions")).ok()).toBe(true);
    await expect(grace.page.getByRole("tab", { name: "Sign In" })).toBeVisible();
    await elsewhere.dispose();
  },
);

test("jobs that fail to load can be requested again", THOROUGH, async ({ grace }) => {
  const { page } = grace;
  const stopFailingWatch = await failCalls(page, "jobs.watch");
  const stopFailing = await failCalls(page, "jobs.overview");
  await page.goto("/admin/jobs");
  const failure = page.getByRole("alert").filter({ hasText: "Couldn't load the jobs." });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await stopFailingWatch();
  await stopFailing();
  await failure.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("list", { name: "Jobs" })).toBeVisible();
});

test("only admins see jobs", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/admin/jobs");
  await expect(ada.page.getByRole("heading", { name: "For Administrators Only" })).toBeVisible();
  expect((await ada.request.get("/api/jobs")).status()).toBe(403);
});
