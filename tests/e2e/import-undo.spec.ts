import type { Page } from "@playwright/test";

import { addTools, storedTool, storedTools } from "./ai-stack.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name });

/** Imports tools of these names up to the report. */
async function importTools({ page }: Person, names: readonly string[]) {
  await page.goto("/dashboard?dialog=import");
  const text = ["name,notes", ...names.map((name) => `${name},Imported`)].join("\n");
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "tools.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await button(page, `Preview ${names.length} Rows`).click();
  await button(page, `Import ${names.length} Rows`).click();
  await expect(button(page, "Undo Import")).toBeVisible();
}

test("Undo Import undoes everything except later changes", async ({ ada, signUp }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Claude", notes: "Ten seats" }]);
  const before = await storedTool(ada, "Claude");
  // More rows than one call accepts.
  const names = ["Claude", ...Array.from({ length: 299 }, (_, index) => `Tool ${index}`)];
  await importTools(ada, names);
  expect(await storedTool(ada, "Claude")).toMatchObject({ notes: "Imported" });
  const grace = await signUp("grace");
  const { id } = await storedTool(ada, "Tool 7");
  await grace.request.put(`/api/ai-tools/${id}`, { data: { notes: "Mine" } });

  await button(page, "Undo Import").focus();
  await page.keyboard.press("Enter");
  const sentence = "Deleted 298, restored 1. 1 was changed since and stays.";
  await expect(dialog(page).getByText(sentence)).toBeVisible();
  await expect(button(page, "Undo Import")).toHaveCount(0);
  expect(await storedTools(ada)).toHaveLength(2);
  expect(await storedTool(ada, "Claude")).toMatchObject({ id: before.id, notes: "Ten seats" });
  await button(page, "Done").click();
  await expect(page.getByText("Showing 2 of 2 tools")).toBeVisible();
});

test("the report explains why nothing can be undone", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await importTools(ada, ["Claude", "Suno"]);
  for (const { id } of await storedTools(ada)) await ada.request.delete(`/api/ai-tools/${id}`);
  await button(page, "Undo Import").click();
  await expect(toast(page, "Import not undone")).toBeVisible();
  await expect(page.locator("[data-tone]")).toContainText("Nothing to undo");
  await expect(button(page, "Undo Import")).toBeVisible();
});

test("Undo removes the well-known tools", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Start with Well-Known Tools" }).click();
  await expect(toast(page, "Well-known tools added")).toBeVisible();
  await page.locator("[data-tone]").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Well-known tools removed")).toBeVisible();
  expect(await storedTools(ada)).toEqual([]);
  await expect(page.getByRole("button", { name: "Start with Well-Known Tools" })).toBeVisible();
});

test(
  "a report with Undo Import is accessible and fits a phone, before and after",
  THOROUGH,
  async ({ ada }) => {
    const { page } = ada;
    await importTools(ada, ["Claude", "Suno"]);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await button(page, "Undo Import").click();
    await expect(dialog(page).getByText("Deleted 2.")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);
