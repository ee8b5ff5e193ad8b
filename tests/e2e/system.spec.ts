import { randomUUID } from "node:crypto";

import type Database from "better-sqlite3";

import { countCalls, failCalls } from "./calls.ts";
import { inDatabase } from "./in-database.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  test as base,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const test = base.extend<{ grace: Person }>({
  environment: { RATE_LIMITS: "on" },
  grace: async ({ signUp }, use) => {
    await use(await signUp("grace", { isAdmin: true }));
  },
});

/** Adds a run of the job that fetches papers. */
function addRun(
  database: Database.Database,
  { state, days, error = null }: { state: string; days: number; error?: string | null },
): void {
  database
    .prepare(
      `insert into job_runs (id, job, "trigger", state, startedAt, finishedAt, processId, counts, sourceErrors, error)
       values (?, 'papers.fetch', 'schedule', ?, ?, ?, 1, '{}', '[]', ?)`,
    )
    .run(randomUUID(), state, daysAgo(days), daysAgo(days), error);
}

/** A workspace neglected for a month: failing jobs and sources, and no backup. */
function neglect(database: Database.Database): void {
  database.prepare("update users set createdAt = ?").run(daysAgo(30));
  addRun(database, { state: "succeeded", days: 4 });
  for (const days of [3, 2, 1]) addRun(database, { state: "failed", days, error: "arXiv is down" });
  const source = database.prepare(
    "insert into source_states (source, lastSuccessAt, lastErrorAt, lastError) values (?, ?, ?, ?)",
  );
  source.run("https://gone.example/feed", daysAgo(9), daysAgo(1), "The site replied with 404");
  source.run("https://fine.example/feed", daysAgo(1), null, null);
}

test("System shows an admin that everything is fine, but not above a failed job", async ({
  grace,
  product,
}) => {
  const { page } = grace;
  await page.goto("/");
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await expect(page.getByRole("heading", { name: "System", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Everything is fine" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Needs attention" })).toHaveCount(0);
  const tile = (name: string) => page.getByLabel(name, { exact: true });
  await expect(tile("Server").getByText(/^\d+\.\d+\.\d+$/u)).toHaveCount(2);
  await expect(tile("Database").getByText("Not yet")).toBeVisible();
  await expect(tile("People").getByText("1 in 1 session")).toBeVisible();
  await expect(tile("Contents").getByText("0")).toHaveCount(5);
  await expect(page.getByRole("list", { name: "Jobs" }).getByRole("listitem")).toHaveCount(9);
  await expect(page.getByText("No requests yet.")).toBeVisible();
  inDatabase(product.databaseFile, (database) => {
    addRun(database, { state: "failed", days: 0, error: "arXiv is down" });
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "1 item needs attention" })).toBeVisible();
  await expect(page.getByText("Everything is fine")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Needs attention" })).toContainText(
    "“Fetch papers” failedAdvicearXiv is down.",
  );
  await expect(page.getByRole("list", { name: "Jobs" }).getByText("Failed", { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe("without changes", () => {
  test.use({
    environment: { BACKUP_CRON: "0 3 * * *" },
  });

  test("System lists problems with remedies, most urgent first", async ({ grace, product }) => {
    inDatabase(product.databaseFile, neglect);
    const { page } = grace;
    await page.goto("/admin/system");
    await expect(page.getByRole("heading", { name: "4 items need attention" })).toBeVisible();
    const items = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem");
    await expect(items.getByRole("heading")).toHaveText([
      "There is no backup",
      "“Fetch papers” has failed 3 times in a row",
      "1 source has failed for more than 3 days",
      "Rate limits are off",
    ]);
    await expect(items.first().getByText("Urgent")).toBeVisible();
    await expect(items.nth(1)).toContainText("arXiv is down. See its runs under Jobs.");
    const failing = page.getByRole("list", { name: "Failing sources" });
    await expect(failing.getByRole("listitem")).toHaveText([/gone\.example.*replied with 404/u]);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await items.first().getByRole("link", { name: "Open Jobs" }).click();
    await expect(page.getByRole("heading", { name: "Jobs", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("Jobs · StackLoop");
  });
});

test("System updates by itself, and reports a failure", THOROUGH, async ({ grace, product }) => {
  const { page } = grace;
  await page.clock.install();
  await page.goto("/admin/system");
  await expect(page.getByRole("heading", { name: "Everything is fine" })).toBeVisible();
  inDatabase(product.databaseFile, neglect);
  await page.clock.fastForward(11_000);
  await expect(page.getByRole("heading", { name: "3 items need attention" })).toBeVisible();
  const stopFailing = await failCalls(page, "system.overview");
  await page.clock.fastForward(11_000);
  await expect(page.getByText(/^Couldn't refresh\. Last updated/u)).toBeVisible();
  await expect(page.getByRole("heading", { name: "3 items need attention" })).toBeVisible();
  await stopFailing();
  await page.clock.fastForward(11_000);
  await expect(page.getByText(/^Couldn't refresh/u)).toHaveCount(0);
});

test("System reports a failed load once, and can be requested again", THOROUGH, async ({ grace }) => {
  const { page } = grace;
  await page.clock.install();
  const stopFailing = await failCalls(page, "system.overview");
  const asked = countCalls(page, "system.overview");
  await page.goto("/admin/system");
  const failure = page.getByRole("alert").filter({ hasText: "Couldn't load the server status." });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await stopFailing();
  await page.clock.fastForward(11_000);
  await failure.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Everything is fine" })).toBeVisible();
  expect(asked()).toBe(2);
});

test("former addresses of admin parts lead to the Admin page", async ({ grace }) => {
  const { page } = grace;
  for (const [former, title] of [
    ["/system", "System"],
    ["/admin", "System"],
    ["/dashboard?dialog=settings#sources", "Jobs"],
  ] as const) {
    await page.goto(former);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
  await page.goto("/dashboard?dialog=settings#admin-tools");
  await expect(page.getByRole("heading", { name: "Admin Tools" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("dialog").getByRole("link", { name: "Recently Deleted" }).click();
  await expect(page.getByRole("heading", { name: "Recently Deleted", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("link", { name: "User Management", exact: true }).click();
  await expect(page.getByRole("heading", { name: "User Management" })).toBeInViewport({ ratio: 1 });
});

test("only admins see System", async ({ grace: _grace, signUp }) => {
  const { page, request } = await signUp("ada");
  await page.goto("/admin/system");
  await expect(page.getByRole("heading", { name: "For Administrators Only" })).toBeVisible();
  expect((await request.get("/api/system")).status()).toBe(403);
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveCount(0);
  await expectAccessible(page);
});
