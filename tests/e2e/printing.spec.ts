import type { Page } from "@playwright/test";

import { addTools, countLine } from "./ai-stack.ts";
import { expect, test } from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { addReading, openerOf, say } from "./reading-list.ts";
import { decideOn } from "./team-verdicts.ts";
import { THOROUGH } from "./thorough.ts";

/** The width of A4 between its margins. */
const PAPER = { width: 703, height: 1000 };

test.use({ colorScheme: "dark" });

/** Shows the page as printed, with the dark theme on screen. */
async function print(page: Page) {
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
}

/** The number of printed pages. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4" });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
}

/** Texts that are wider than their element. */
const cutTexts = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      return box.width > 0 && text.width <= box.width + 1 && text.right <= innerWidth
        ? []
        : [`${element.textContent}: ${box.width}`];
    }),
  );

/** The darkness of the ink, from 0 (black) to 255. */
const inkOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const context = document.createElement("canvas").getContext("2d");
      if (!context) return Number.NaN;
      context.fillStyle = getComputedStyle(element).color;
      context.fillRect(0, 0, 1, 1);
      return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3));
    });

async function expectNoChrome(page: Page) {
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Toggle Sidebar" })).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeHidden();
}

test("the AI Stack prints every row with its name, in dark ink", async ({ ada }) => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    name: `Tool with a rather long name, number ${index + 1}`,
    company: "International Business Machines",
    modality: "text",
    industry: "software-dev",
    capabilities: "Reads and writes everything that people read and write",
  }));
  expect((await ada.request.post("/api/ai-tools/import", { data: { rows } })).status()).toBe(200);
  const { page } = ada;
  await page.goto("/dashboard?sort=name");
  await expect(countLine(page)).toHaveText("Showing 300 of 300 tools");
  await print(page);
  const names = page.getByRole("table", { name: "AI tools" }).locator("tbody tr td:first-child");
  await expect(names).toHaveCount(300);
  expect(await cutTexts(page, "tbody tr:nth-child(-n + 20) td")).toEqual([]);
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
    "Name",
    "Company",
    "Capabilities",
    "Industry",
    "Modality",
    "Updated",
  ]);
  await expect(page.getByRole("button", { name: /^(?:Edit|Delete) /u }).first()).toBeHidden();
  await expectNoChrome(page);
  expect(await inkOf(page, "tbody td:first-child button")).toBeLessThan(60);
  expect(await inkOf(page, "tbody td:nth-child(2)")).toBeLessThan(110);
  expect(await pagesOf(page)).toBeGreaterThan(8);
  await page.emulateMedia({ media: "screen" });
  await expect.poll(() => names.count()).toBeLessThan(100);
});

test("a printout states the number of omitted rows", THOROUGH, async ({ ada }) => {
  for (const part of [1, 2, 3]) {
    const rows = Array.from({ length: 667 }, (_, index) => ({ name: `Tool ${part} ${index + 1}` }));
    const reply = await ada.request.post("/api/ai-tools/import", { data: { rows } });
    expect(reply.status(), await reply.text()).toBe(200);
  }
  await ada.page.goto("/dashboard");
  await expect(countLine(ada.page)).toHaveText("Showing 2001 of 2001 tools");
  await print(ada.page);
  await expect(
    ada.page.getByText("The first 2000 of 2001 rows. Use Export to get all of them."),
  ).toBeVisible();
});

test("a dialog with a long prompt prints completely and alone", THOROUGH, async ({ ada }) => {
  const lines = Array.from({ length: 140 }, (_, index) => `Line ${index + 1} of the prompt`);
  const prompt = await addPrompts(ada, [{ name: "Long", prompt: lines.join("\n") }]);
  const { page } = ada;
  await page.goto(`/prompts?prompt=${prompt?.id}`);
  const text = page.getByRole("region", { name: "Prompt" });
  await expect(text).toContainText("Line 140 of the prompt");
  await print(page);
  await expect(page.locator("#root")).toBeHidden();
  await expect(page.getByRole("button", { name: "Close" })).toBeHidden();
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  expect((await text.boundingBox())?.height).toBeGreaterThan(140 * 16);
  expect(await inkOf(page, "[role=dialog] h2")).toBeLessThan(60);
  expect(await pagesOf(page)).toBeGreaterThanOrEqual(3);
});

test("landscape and radar print tool names", THOROUGH, async ({ ada }) => {
  const names = ["Suno", "Claude", "Whisper"];
  await addTools(
    ada,
    names.map((name) => ({ name, modality: "text", industry: "software-dev" })),
  );
  await decideOn(ada, "Suno", { ring: "trial" });
  const { page } = ada;
  await page.goto("/dashboard?view=landscape");
  await expect(page.getByRole("table", { name: "AI landscape" })).toBeVisible();
  await print(page);
  for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expectNoChrome(page);
  await page.emulateMedia({ media: "screen" });
  await page.goto("/dashboard?view=radar");
  await print(page);
  await expect(page.getByText("Suno", { exact: true }).first()).toBeVisible();
  await expectNoChrome(page);
});

test("a reading prints with its discussion", THOROUGH, async ({ ada }) => {
  const { id } = await addReading(ada, { title: "Middlemarch", notes: "Long. ".repeat(400) });
  await say(ada, id, "Shall we read it?");
  const { page } = ada;
  await page.goto("/chapter-loop");
  await openerOf(page, "Middlemarch").click();
  await expect(page.getByText("Shall we read it?")).toBeVisible();
  await print(page);
  await expect(page.getByText("Shall we read it?")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Comment" })).toBeHidden();
  await expectNoChrome(page);
});
