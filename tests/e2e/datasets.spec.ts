import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";

test("a dataset is added, filtered, edited, discussed, deleted and restored", async ({ ada, signUp }) => {
  const { page } = ada;
  await page.goto("/datasets");
  await page.getByRole("button", { name: "Add Your First Dataset" }).click();
  await page.getByRole("textbox", { name: "Dataset Name" }).fill("Common Voice");
  await page.getByRole("textbox", { name: "Licence" }).fill("CC0");
  await page.getByRole("textbox", { name: "Notes" }).fill("Speech in many languages");
  await page.getByRole("dialog").getByRole("button", { name: "Add Dataset" }).click();
  await expect(toast(page, "Dataset added")).toBeVisible();
  await expectAccessible(page);

  // Live: another person's dataset appears, and the filter tells them apart.
  const grace = await signUp("grace", { firstName: "Grace" });
  await grace.request.post("/api/datasets", { data: { name: "SQuAD", licence: "CC BY-SA 4.0" } });
  await expect(page.getByRole("row", { name: /SQuAD/u })).toBeVisible();
  await page.getByRole("combobox", { name: "Licence" }).selectOption("CC0");
  await expect(page.getByText("Showing 1 of 2 datasets")).toBeVisible();

  await page.getByRole("row", { name: /Common Voice/u }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("commonvoice.mozilla.org");
  await page.getByRole("button", { name: "Save Dataset" }).click();
  await expect(toast(page, "Dataset updated")).toBeVisible();

  await page.getByRole("row", { name: /Common Voice/u }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("link", { name: "https://commonvoice.mozilla.org" })).toBeVisible();
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Comment" }).fill("Enough German?");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Enough German?")).toBeVisible();
  await expectAccessible(page);

  // The comment has a button of that name, too.
  await dialog.getByRole("button", { name: "Delete" }).last().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Dataset" }).click();
  await expect(toast(page, "Dataset deleted")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name: /Common Voice/u })).toBeVisible();

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
