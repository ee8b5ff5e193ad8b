import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { strToU8, zipSync } from "fflate";

import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";
import { storedPrompts } from "./prompt-stack.ts";
import { THOROUGH } from "./thorough.ts";

const POET = "You are a poet who answers in verse.";
const FILES: Readonly<Record<string, string>> = {
  "library/README.md": "# Our library\n\nWords about it.",
  "library/writing/poet.md": `---\nname: The Poet\ndescription: Verses for every day\n---\n\n${POET}\n`,
  "library/cooking/chef.json": JSON.stringify({ title: "Chef", systemRole: "You cook for two people." }),
  "library/cooking/baker.yaml":
    "name: Baker\nmessages:\n  - role: system\n    content: You bake bread for four.\n",
};
const NAMES = ["Baker", "Chef", "The Poet"];

const namesOf = (prompts: readonly { name: string }[]) => prompts.map(({ name }) => name).toSorted();

test.describe("prompts in their own formats", () => {
  test.beforeEach(async ({ ada }) => {
    await ada.page.goto("/prompts?dialog=import");
  });

  test("are imported from several files at once", THOROUGH, async ({ ada }) => {
    const dialog = ada.page.getByRole("dialog", { name: "Import Prompts" });
    await expectAccessible(ada.page);
    await dialog.getByLabel("File to import").setInputFiles(
      Object.entries(FILES).map(([path, text]) => ({
        name: path.split("/").at(-1) ?? path,
        mimeType: "text/plain",
        buffer: Buffer.from(text),
      })),
    );
    await expect(dialog.getByText("1 of 4 files contain no prompts: README.md")).toBeVisible();
    await expect(dialog.getByRole("combobox", { name: /^Prompt name/u })).toHaveValue("name");
    await expectAccessible(ada.page);
    await dialog.getByRole("button", { name: "Preview 3 Rows" }).click();
    await dialog.getByRole("button", { name: "Import 3 Rows" }).click();
    await expect(dialog.getByText(/^3 prompts added, 0 updated/u)).toBeVisible();
    expect(namesOf(await storedPrompts(ada))).toEqual(NAMES);
  });

  test("are imported from a zip, with its folders as tags", async ({ ada }) => {
    const dialog = ada.page.getByRole("dialog", { name: "Import Prompts" });
    const texts = Object.entries(FILES).map(([path, text]) => [path, strToU8(text)]);
    const buffer = Buffer.from(zipSync(Object.fromEntries(texts)));
    await dialog
      .getByLabel("File to import")
      .setInputFiles({ name: "library.zip", mimeType: "application/zip", buffer });
    await dialog.getByRole("button", { name: "Preview 3 Rows" }).click();
    await dialog.getByRole("button", { name: "Import 3 Rows" }).click();
    await expect(dialog.getByText(/^3 prompts added, 0 updated/u)).toBeVisible();
    const prompts = await storedPrompts(ada);
    expect(prompts.find(({ name }) => name === "The Poet")).toMatchObject({
      prompt: POET,
      tags: ["writing"],
    });
    expect(prompts.find(({ name }) => name === "Chef")).toMatchObject({ tags: ["cooking"] });
  });

  test("are imported from a folder", THOROUGH, async ({ ada }, testInfo) => {
    for (const [path, text] of Object.entries(FILES)) {
      const file = testInfo.outputPath(path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const dialog = ada.page.getByRole("dialog", { name: "Import Prompts" });
    await dialog.getByLabel("Folder to import").setInputFiles(join(testInfo.outputPath(), "library"));
    await dialog.getByRole("button", { name: "Preview 3 Rows" }).click();
    await dialog.getByRole("button", { name: "Import 3 Rows" }).click();
    await expect(dialog.getByText(/^3 prompts added, 0 updated/u)).toBeVisible();
    expect(namesOf(await storedPrompts(ada))).toEqual(NAMES);
  });

  test("are chosen in a dialog that fits a phone", THOROUGH, async ({ ada }) => {
    await ada.page.setViewportSize(PHONE);
    await expect(ada.page.getByRole("button", { name: "Choose Folder" })).toBeVisible();
    await expectNoSidewaysScroll(ada.page);
  });
});

test.describe("with longer prompts allowed", () => {
  test.use({ environment: { PROMPT_MAX_LENGTH: "20000" } });

  test("the form counts up to the limit and accepts a prompt of that length", THOROUGH, async ({ ada }) => {
    const { page } = ada;
    await page.goto("/prompts?dialog=add");
    const dialog = page.getByRole("dialog", { name: "Add New Prompt" });
    await expect(dialog.getByText("0/20000 characters")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Prompt Name *" }).fill("Long");
    await dialog.getByRole("textbox", { name: "Prompt *", exact: true }).fill("a".repeat(20_001));
    await dialog.getByRole("button", { name: "Add Prompt" }).click();
    await expect(dialog.getByText("Use at most 20,000 characters")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Prompt *", exact: true }).fill("a".repeat(20_000));
    await dialog.getByRole("button", { name: "Add Prompt" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await storedPrompts(ada))[0]?.prompt).toHaveLength(20_000);
  });
});
