import { existsSync } from "node:fs";

import type { Page } from "@playwright/test";

import { addTools, countLine, rowOf, findStoredTool, storedTool, storedTools } from "./ai-stack.ts";
import { failCalls, holdCalls } from "./calls.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  test,
  toast,
  readClipboard,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const CSV = [
  "Product;Maker;About;Homepage;Odd column",
  "Claude;Anthropic;Reads and writes;claude.ai;1",
  "Midjourney;;Paints;https://midjourney.com;2",
  ";Nobody;Has no name;;3",
  "Suno;Suno;Sings;not an address at all;4",
].join("\n");

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name });
const rows = (page: Page) => dialog(page).getByRole("region", { name: "List of rows" }).getByRole("listitem");

async function openImport(page: Page) {
  await page.goto("/dashboard");
  await chooseMore(page, "Import");
  await expect(page.getByRole("heading", { name: "Import Tools" })).toBeVisible();
}

const chooseFile = (page: Page, name: string, text: string) =>
  page
    .getByLabel("File to import")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("another program's CSV becomes tools after a preview", async ({ ada }) => {
  await addTools(ada, [{ name: "claude", company: "Anthropic", notes: "Ten seats" }]);
  const { page } = ada;
  await openImport(page);
  await expectAccessible(page);
  await chooseFile(page, "tools.csv", CSV);

  await expect(dialog(page).getByLabel("Tool name *")).toHaveValue("Product");
  await expect(dialog(page).getByLabel("Company")).toHaveValue("Maker");
  await expect(dialog(page).getByLabel("URL", { exact: true })).toHaveValue("Homepage");
  await expect(dialog(page).getByLabel("Capabilities")).toHaveValue("About");
  await expect(dialog(page).getByLabel("Tool name *")).toHaveAccessibleDescription(/Claude/u);
  await expect(dialog(page)).toContainText("Columns that won't be imported: Odd column");
  await expectAccessible(page);
  await dialog(page).getByLabel("Tool name *").selectOption("Not imported");
  await button(page, "Preview 4 Rows").click();
  await expect(dialog(page).getByText("Choose the column with the tool names")).toBeVisible();
  await dialog(page).getByLabel("Tool name *").selectOption("Product");
  await dialog(page).getByLabel("Capabilities").selectOption("Not imported");
  await dialog(page).getByLabel("Primary use case").selectOption("About");
  await button(page, "Preview 4 Rows").click();

  await expect(rows(page)).toHaveText([
    /^1UpdateClaude/u,
    /^2NewMidjourney/u,
    /^3InvalidNo name/u,
    /^4NewSuno/u,
  ]);
  await expect(rows(page).nth(2)).toContainText("Tool name is required");
  await expectAccessible(page);
  await expect.poll(() => storedTools(ada)).toHaveLength(1);
  await button(page, /^Invalid/u).click();
  await expect(rows(page)).toHaveCount(1);
  await button(page, "Back").click();
  await expect(dialog(page).getByLabel("Primary use case")).toHaveValue("About");
});

test("an import shows its progress, and then the result of each row", THOROUGH, async ({ ada }) => {
  await addTools(ada, [{ name: "claude", company: "Anthropic", notes: "Ten seats" }]);
  const { page } = ada;
  await openImport(page);
  await chooseFile(page, "tools.csv", CSV);
  await button(page, "Preview 4 Rows").click();
  await expect(button(page, "Import 3 Rows")).toBeEnabled();
  const release = await holdCalls(page, "imports.tools");
  await button(page, "Import 3 Rows").click();
  await expect(dialog(page).getByRole("progressbar", { name: "Importing" })).toHaveAttribute(
    "aria-valuetext",
    "0 of 4 rows",
  );
  release();
  await expect(dialog(page).getByText("2 tools added, 1 updated; 1 row not imported.")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Copy Errors").click();
  await expect(toast(page, "Errors copied")).toBeVisible();
  expect(await readClipboard(page)).toContain("3\t\tTool name is required");
  await button(page, "Done").click();
  await expect(countLine(page)).toHaveText("Showing 3 of 3 tools");
  await expect
    .poll(() => findStoredTool(ada, "Midjourney"))
    .toMatchObject({
      capabilities: "Paints",
      url: "https://midjourney.com",
    });
  const claude = (await storedTools(ada)).find(({ company }) => company === "Anthropic");
  expect(claude).toMatchObject({ capabilities: "Reads and writes", notes: "Ten seats" });
});

test("a StackLoop export is imported unchanged, from JSON and pasted text", async ({ ada }) => {
  const { page } = ada;
  const tool = {
    name: "Claude",
    company: "Anthropic",
    tags: ["assistant", "code, mostly"],
    notes: "Two\nlines",
    releaseNotes: [{ date: "2024", url: "https://example.com/1" }],
  };
  await addTools(ada, [tool]);
  const text = await (await ada.request.get("/api/ai-tools/export/json")).text();
  await ada.request.delete(`/api/ai-tools/${(await storedTool(ada, "Claude")).id}`);
  await openImport(page);
  await expect(button(page, "Continue")).toBeDisabled();
  await dialog(page).getByLabel("Or paste rows").fill(text);
  await button(page, "Continue").click();
  await button(page, "Preview 1 Row").click();
  await button(page, "Import 1 Row").click();
  await expect(dialog(page).getByText("1 tool added, 0 updated.")).toBeVisible();
  await expect.poll(() => findStoredTool(ada, "Claude")).toMatchObject(tool);

  await button(page, "Another File").click();
  await chooseFile(page, "ai-tools.json", text);
  await button(page, "Preview 1 Row").click();
  await expect(rows(page)).toHaveText([/^1SkipClaude/u]);
  await expect(button(page, "Nothing to Import")).toBeDisabled();
});

test("a header below a title is found, and another line can be chosen", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openImport(page);
  await chooseFile(page, "report.csv", "Our tools\n\nName,Company,URL\nShort,Acme\nClaude\n");
  const header = dialog(page).getByLabel("Line with the column names");
  await expect(header).toHaveValue("3");
  await expectAccessible(page);
  await button(page, "Preview 2 Rows").click();
  await expect(rows(page)).toHaveText([/^1NewShort/u, /^2NewClaude/u]);
  await button(page, "Back").click();
  await header.selectOption("Line 4: Short, Acme");
  await expect(button(page, "Preview 1 Row")).toBeVisible();
  await button(page, "Preview 1 Row").click();
  await expect(dialog(page).getByText("Choose the column with the tool names")).toBeVisible();
});

test("unreadable files show the reason", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openImport(page);
  for (const [text, words] of [
    ["", "There is nothing to import in this file"],
    ["{ broken", "This isn't valid JSON"],
    ['name\n"Claude', "A quotation mark is never closed"],
  ] as const) {
    await chooseFile(page, "bad.csv", text);
    await expect(dialog(page).getByRole("alert")).toContainText(words);
  }
  await expectAccessible(page);
});

test("a stopped import continues from its position", async ({ ada }) => {
  const { page } = ada;
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard?dialog=import");
  await chooseFile(
    page,
    "names.csv",
    `name\n${Array.from({ length: 300 }, (_, row) => `Tool ${row + 1}`).join("\n")}`,
  );
  await expectNoSidewaysScroll(page);
  await button(page, "Preview 300 Rows").click();
  await expect(button(page, "Import 300 Rows")).toBeEnabled();
  await expectNoSidewaysScroll(page);
  const stopFailing = await failCalls(page, "imports.tools");
  await button(page, "Import 300 Rows").click();
  await expect(dialog(page).getByRole("alert")).toContainText("Rows 1 to 250 couldn't be sent");
  await expectAccessible(page);
  await stopFailing();
  await button(page, "Try Again").click();
  await expect(dialog(page).getByText("300 tools added, 0 updated.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await button(page, "Done").click();
  await expect(countLine(page)).toHaveText("Showing 300 of 300 tools");
});

test("leaving an unfinished import asks first", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openImport(page);
  await chooseFile(page, "tools.csv", CSV);
  await expect(dialog(page).getByLabel("Tool name *")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep Editing" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => storedTools(ada)).toEqual([]);
});

const REAL_FILE = "../shared/fixtures/open/05-catalogue/autoventure-449.csv";

async function importsRealCatalogue({ ada }: { ada: Person }): Promise<void> {
  const { page } = ada;
  await openImport(page);
  await page.getByLabel("File to import").setInputFiles(REAL_FILE);
  await button(page, /^Preview \d+ Rows$/u).click();
  await button(page, /^Import \d+ Rows$/u).click();
  await expect(dialog(page).getByText(/^\d+ tools added, \d+ updated/u)).toBeVisible();
  await button(page, "Done").click();
  const { length } = await storedTools(ada);
  expect(length).toBeGreaterThan(430);
  await expect(countLine(page)).toHaveText(`Showing ${length} of ${length} tools`);
  await page.getByRole("searchbox", { name: "Search tools" }).fill("adobe podcast");
  await expect(rowOf(page, "Adobe Podcast")).toBeVisible();
}

// Only runs if the collection of recorded files is next to the project.
if (existsSync(REAL_FILE))
  test("a real catalogue of 449 tools is imported and searched", THOROUGH, importsRealCatalogue);
