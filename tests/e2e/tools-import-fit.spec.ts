import type { Page } from "@playwright/test";

import { findStoredTool, storedTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name });
const rows = (page: Page) => dialog(page).getByRole("region", { name: "List of rows" }).getByRole("listitem");
const sample = (page: Page) => dialog(page).getByRole("region", { name: "Row as it will be saved" });

async function chooseFile(page: Page, bytes: Buffer) {
  await page.goto("/dashboard?dialog=import");
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "tools.csv", mimeType: "text/csv", buffer: bytes });
}

const LONG = "A category of many more than fifty characters that no list of industries has";
const ODD = [
  "AI Tool Name,external_website,Logo,Category,Notes",
  `Claude,claude.ai,claude.png (https://files.example/claude.png),${LONG},Reads`,
  `Sora,[site](https://sora.example),sora.png,${LONG},Films`,
  "Suno,ask us,,Media,Sings",
].join("\n");

test("fields that do not fit are counted by kind, and link to their rows", async ({ ada }) => {
  const { page } = ada;
  await chooseFile(page, Buffer.from(ODD));
  await expect(dialog(page).getByLabel("URL", { exact: true })).toHaveValue("external_website");
  await dialog(page).getByLabel("Notes", { exact: true }).selectOption("Not imported");
  await button(page, "Preview 3 Rows").click();
  await expect(button(page, "Import 3 Rows")).toBeEnabled();
  const notes = dialog(page).getByRole("region", { name: "Adjusted fields" }).getByRole("listitem");
  await expect(notes).toHaveCount(3);
  await expect(notes.first()).toContainText("Industry left out: longer than 50 characters — 2 rows");
  await expectAccessible(page);
  await notes.filter({ hasText: "URL left out: not a web address" }).getByRole("button").click();
  await expect(rows(page)).toHaveText([/^3NewSuno/u]);
  await expect(sample(page)).toContainText("Row 3, as it will be saved");
  await expect(sample(page)).toContainText("URL left out: not a web address: ask us");
  await button(page, "Show all rows").click();
  await expect(rows(page)).toHaveCount(3);

  await button(page, "Import 3 Rows").click();
  await expect(dialog(page).getByText("3 tools added, 0 updated.")).toBeVisible();
  await expect
    .poll(() => findStoredTool(ada, "Claude"))
    .toMatchObject({ url: "https://claude.ai", logoUrl: "https://files.example/claude.png", notes: null });
});

test("the preview steps through rows with all their fields", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.setViewportSize(PHONE);
  await chooseFile(page, Buffer.from(ODD));
  await button(page, "Preview 3 Rows").click();
  await expect(sample(page)).toContainText("Row 1, as it will be saved 1 of 3");
  await expect(sample(page).getByRole("definition").first()).toHaveText("Claude");
  await expect(sample(page).getByText("https://files.example/claude.png")).toBeVisible();
  await expect(sample(page).getByRole("term")).toHaveCount(12);
  await expectNoSidewaysScroll(page);
  await expect(sample(page).getByRole("button", { name: "Previous row" })).toBeDisabled();
  await sample(page).getByRole("button", { name: "Next row" }).click();
  await expect(sample(page)).toContainText("https://sora.example");
  await sample(page).getByRole("button", { name: "Next row" }).click();
  await expect(sample(page).getByRole("button", { name: "Next row" })).toBeDisabled();
});

test("the encoding of a file can be chosen with the sample in view", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await chooseFile(page, Buffer.from("Name;Notes\nCaf\u008e;M\u009fnchen\n", "latin1"));
  const encoding = dialog(page).getByRole("region", { name: "Text encoding" });
  await expect(encoding).toContainText("This file doesn't specify its text encoding");
  await expectAccessible(page);
  await encoding.getByLabel("Text encoding").selectOption("Western European (Macintosh)");
  await expect(encoding.getByRole("list", { name: "Sample" })).toContainText("Café;München");
  await expect(dialog(page).getByLabel("Tool name *")).toHaveAccessibleDescription("Café");
  await button(page, "Preview 1 Row").click();
  await button(page, "Import 1 Row").click();
  await expect.poll(() => storedTools(ada)).toMatchObject([{ name: "Café", notes: "München" }]);
});

test("a UTF-8 file with a stray byte stays UTF-8", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  const text = Buffer.from("Name,Notes\nCafé,Größe\nMünchen,Zürich naïve ");
  await chooseFile(page, Buffer.concat([text, Buffer.from([0xe9]), Buffer.from("\n")]));
  const encoding = dialog(page).getByRole("region", { name: "Text encoding" });
  await expect(encoding).toContainText("1 character in this file is unreadable");
  await expect(encoding.getByLabel("Text encoding")).toHaveValue("utf-8");
  await expect(dialog(page).getByLabel("Tool name *")).toHaveAccessibleDescription("Café · München");
});

test("rows with the same name stay separate until merged", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await chooseFile(
    page,
    Buffer.from(
      "name,url,notes\nScout,https://a.example,One\nScout,https://b.example,Two\nSora,https://sora.example,\n",
    ),
  );
  await button(page, "Preview 3 Rows").click();
  const names = dialog(page).getByRole("region", { name: "Rows with the same name" });
  await expect(names).toContainText("2 rows are named Scout (1, 2)");
  await expect(names.getByRole("radio", { name: "Keep separate" })).toBeChecked();
  await expect(rows(page)).toHaveText([/^1New/u, /^2New/u, /^3New/u]);
  await expectAccessible(page);
  await names.getByRole("radio", { name: "Merge" }).click();
  await expect(rows(page)).toHaveText([/^1New/u, /^2Skip/u, /^3New/u]);
  await expect(names.getByRole("radio", { name: "Merge" })).toBeChecked();
  await button(page, "Import 2 Rows").click();
  await expect(dialog(page).getByText("2 tools added, 0 updated.")).toBeVisible();
  await expect.poll(() => storedTools(ada)).toHaveLength(2);
});
