import type { StubUpstreams } from "#tests/support/stub-upstreams.ts";

import { addTools } from "./ai-stack.ts";
import { test } from "./news-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, type Person, PHONE, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const GONE = { status: 404, body: "" };

const update = async ({ page }: Person) => {
  await page.goto("/news");
  await page.getByRole("button", { name: "Update All News" }).click();
  await expect(toast(page, "News Update Started")).toBeVisible();
};

/** Its site responds without any news. */
async function addToolWithSite(person: Person, { site }: StubUpstreams): Promise<void> {
  site.paths["/"] = "<!doctype html><title>Claude</title>";
  await addTools(person, [{ name: "Claude", url: site.origin }]);
}

/** Closes the toast for the next one; a waiting toast appears when its time is up. */
const closeToast = ({ page }: Person) => page.getByRole("button", { name: "Close notification" }).click();

test(
  "a person who starts a news update sees its result, also on another page",
  THOROUGH,
  async ({ ada, upstreams }) => {
    const { page } = ada;
    await addTools(ada, [{ name: "Claude" }]);
    upstreams.hackerNews.answerAlways(GONE);
    await update(ada);
    await page.getByRole("link", { name: "Prompt Stack" }).click();
    await closeToast(ada);
    await expect(toast(page, "Update Failed")).toBeVisible();
    const told = "The only source failed. An admin can see details under Jobs.";
    await expect(toast(page, told)).toBeVisible();
  },
);

test("an admin gets a link to the failed sources", async ({ signUp, upstreams }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await addToolWithSite(grace, upstreams);
  upstreams.hackerNews.answerAlways(GONE);
  await update(grace);
  await closeToast(grace);
  await expect(toast(page, "No new articles found. 1 source failed.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See Details" }).click();
  await expect(page.getByRole("list", { name: "Sources" }).getByText("Failing")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: "See Details" })).toHaveCount(0);
  await page.goto("/admin/system");
  await page.getByRole("link", { name: /1 failed on the last request/u }).click();
  await expect(page.getByRole("list", { name: "Sources" }).getByText("Failing")).toBeInViewport({ ratio: 1 });
  await page.goto("/news");
  const link = page.getByRole("link", { name: "1 source failing" });
  await expect(link).toBeVisible();
  for (let width = 320; width <= 480; width += 16) {
    await page.setViewportSize({ width, height: 844 });
    expect(await link.evaluate((element) => element.getClientRects().length), `lines at ${width}`).toBe(1);
  }
  await link.click();
  await expect(page.getByRole("list", { name: "Sources" }).getByText("Failing")).toBeInViewport({ ratio: 1 });
});

test("an admin who starts a job sees its result", THOROUGH, async ({ signUp }) => {
  const { page } = await signUp("grace", { isAdmin: true });
  await page.goto("/admin/jobs");
  await page.getByRole("button", { name: "Fetch Papers Now" }).click();
  await expect(toast(page, "Paper Fetch Started")).toBeVisible();
  await page.getByRole("button", { name: "Close notification" }).click();
  await expect(toast(page, "Papers Updated")).toBeVisible();
  await expect(toast(page, "3 new papers.")).toBeVisible();
});

test(
  "the sections show their last update, and whether a source fails",
  THOROUGH,
  async ({ ada, signUp, upstreams }) => {
    const { page } = ada;
    await addToolWithSite(ada, upstreams);
    await page.goto("/arxiv");
    await expect(page.getByText("Not updated yet")).toBeVisible();
    await page.goto("/news");
    await expect(page.getByText("Not updated yet")).toBeVisible();
    upstreams.hackerNews.answerAlways(GONE);
    await page.getByRole("button", { name: "Update All News" }).click();
    const line = page.getByText(/^Updated less than a minute ago · 1 source failing$/u);
    await expect(line).toBeVisible();
    await expect(line.locator("time")).toHaveAttribute("title", /\d:\d\d [AP]M$/u);
    await expect(page.getByRole("link", { name: "1 source failing" })).toHaveCount(0);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    const grace = await signUp("grace", { isAdmin: true });
    await grace.page.goto("/news");
    await grace.page.getByRole("link", { name: "1 source failing" }).click();
    await expect(grace.page.getByRole("list", { name: "Sources" }).getByText("Failing")).toBeVisible();
  },
);
