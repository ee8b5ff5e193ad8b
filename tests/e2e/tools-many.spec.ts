import { countLine, rowOf } from "./ai-stack.ts";
import { expect, test } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const COUNT = 10_000;
const ROWS_PER_CALL = 2000;

test("ten thousand tools: only some are in the page, and all can be found", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  for (let first = 0; first < COUNT; first += ROWS_PER_CALL) {
    const rows = Array.from({ length: ROWS_PER_CALL }, (_, index) => ({
      name: `Tool ${first + index + 1}`,
      company: `Company ${(first + index) % 97}`,
      modality: "text",
    }));
    const reply = await ada.request.post("/api/ai-tools/import", { data: { rows } });
    expect(reply.status()).toBe(200);
  }
  await page.goto("/dashboard?sort=name");
  await expect(countLine(page)).toHaveText(`Showing ${COUNT} of ${COUNT} tools`);
  const table = page.getByRole("table", { name: "AI tools" });
  await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  await expect(rowOf(page, "Tool 1")).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(100);

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(rowOf(page, "Tool 9999")).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(100);
  await page.getByRole("searchbox", { name: "Search tools" }).fill("tool 7331");
  await expect(countLine(page)).toHaveText(`Showing 1 of ${COUNT} tools`);
  await rowOf(page, "Tool 7331").click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: /Tool 7331/u })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear search" }).click();

  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("10,000 of 10,000 selected")).toBeVisible();
  expect(await page.getByRole("checkbox").count()).toBeLessThan(100);
});
