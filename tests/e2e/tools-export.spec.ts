import { readFile } from "node:fs/promises";

import type { Download, Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";

import { addTools, countLine } from "./ai-stack.ts";
import { failCalls, holdCalls } from "./calls.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const TOOLS = [
  {
    name: "Claude",
    company: "Anthropic",
    industry: "software-dev",
    modality: "text",
    tags: ["assistant", "code"],
  },
  {
    name: "Midjourney",
    company: "Midjourney",
    industry: "creative",
    modality: "image",
    notes: '=HYPERLINK("x")',
  },
  { name: "Suno", industry: "media", modality: "audio" },
];

const dialog = (page: Page) => page.getByRole("dialog");
const exportButton = (page: Page) => dialog(page).getByRole("button", { name: /^Export \d/u });

/** The bytes of the exported file. */
async function exported(page: Page): Promise<{ download: Download; bytes: Buffer }> {
  const saved = page.waitForEvent("download");
  await exportButton(page).click();
  const download = await saved;
  return { download, bytes: await readFile(await download.path()) };
}

async function openExport(page: Page) {
  await page.goto("/dashboard");
  await expect(countLine(page)).toHaveText("Showing 3 of 3 tools");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("heading", { name: "Export for Presentations" })).toBeVisible();
}

test("all tools are selected by default, as JSON", async ({ ada }) => {
  await addTools(ada, TOOLS);
  await openExport(ada.page);
  await expect(ada.page.getByRole("radio", { name: /^JSON/u })).toBeChecked();
  await expect(ada.page.getByText("3 of 3 selected")).toBeVisible();
  await expectAccessible(ada.page);
  const release = await holdCalls(ada.page, "exports.tools");
  const saved = exported(ada.page);
  await expect(dialog(ada.page).getByRole("button", { name: "Exporting..." })).toBeVisible();
  release();
  const { download, bytes } = await saved;
  expect(download.suggestedFilename()).toBe("ai-tools.json");
  expect(JSON.parse(bytes.toString())).toMatchObject(TOOLS.toReversed());
  await expect(toast(ada.page, "Export Successful")).toBeVisible();
  await expect(dialog(ada.page)).toHaveCount(0);
});

test(
  "CSV opens in a spreadsheet: it starts with a byte order mark and no cell runs as a formula",
  THOROUGH,
  async ({ ada }) => {
    await addTools(ada, TOOLS);
    await openExport(ada.page);
    await ada.page.getByRole("radio", { name: /^CSV/u }).check();
    const { download, bytes } = await exported(ada.page);
    expect(download.suggestedFilename()).toBe("ai-tools.csv");
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = bytes.toString();
    for (const { name } of TOOLS) expect(text).toContain(name);
    expect(text).not.toMatch(/(?:^|,)"?=HYPERLINK/mu);
  },
);

test("slides are a PowerPoint file with a slide for each tool", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  await openExport(ada.page);
  await ada.page.getByRole("radio", { name: /^Slides/u }).check();
  const { download, bytes } = await exported(ada.page);
  expect(download.suggestedFilename()).toBe("ai-tools.pptx");
  const slides = Object.entries(unzipSync(bytes))
    .filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/u.test(name))
    .map(([, slide]) => strFromU8(slide));
  for (const { name } of TOOLS)
    expect(
      slides.some((slide) => slide.includes(name)),
      name,
    ).toBe(true);
});

test("Markdown slides are plain text", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  await openExport(ada.page);
  await ada.page.getByRole("radio", { name: /^Markdown/u }).check();
  const { download, bytes } = await exported(ada.page);
  expect(download.suggestedFilename()).toBe("ai-tools.md");
  expect(bytes.toString()).toMatch(/^---\nmarp: true/u);
  for (const { name } of TOOLS) expect(bytes.toString()).toContain(name);
});

test("tools are selected one by one, all or none", async ({ ada }) => {
  await addTools(ada, TOOLS);
  await openExport(ada.page);
  await ada.page.getByRole("button", { name: "Deselect All" }).click();
  await expect(ada.page.getByText("0 of 3 selected")).toBeVisible();
  await exportButton(ada.page).click();
  await expect(toast(ada.page, "No Tools Selected")).toBeVisible();
  await expect(toast(ada.page, "Please select at least one tool to export.")).toBeVisible();
  await ada.page.getByRole("button", { name: "Select All", exact: true }).click();
  await expect(ada.page.getByText("3 of 3 selected")).toBeVisible();
  await ada.page.getByRole("checkbox", { name: /^Suno/u }).uncheck();
  await expect(ada.page.getByRole("button", { name: "Select All", exact: true })).toBeVisible();
  await ada.page.getByRole("searchbox", { name: "Search tools to export" }).fill("anthropic");
  await expect(dialog(ada.page).getByRole("checkbox")).toHaveCount(1);
  await ada.page.getByRole("button", { name: "Deselect All" }).click();
  await expect(exportButton(ada.page)).toHaveText("Export 1 Tool");
  const { bytes } = await exported(ada.page);
  expect(JSON.parse(bytes.toString())).toMatchObject([{ name: "Midjourney" }]);
});

test("a failed export is reported and preserves the selection", THOROUGH, async ({ ada }) => {
  await addTools(ada, TOOLS);
  await openExport(ada.page);
  await ada.page.getByRole("checkbox", { name: /^Suno/u }).uncheck();
  await failCalls(ada.page, "exports.tools");
  await exportButton(ada.page).click();
  await expect(toast(ada.page, "Export Failed")).toBeVisible();
  await expect(toast(ada.page, "There was an error exporting your data. Please try again.")).toBeVisible();
  await expect(ada.page.getByText("2 of 3 selected")).toBeVisible();
  await ada.page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(ada.page);
  await expectAccessible(ada.page);
});
