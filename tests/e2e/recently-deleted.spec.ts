import type { Page } from "@playwright/test";

import { addTools, storedTools } from "./ai-stack.ts";
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

const panel = (page: Page) => page.getByRole("list", { name: "Recently Deleted" });

async function openDeleted(page: Page) {
  await page.goto("/admin/deleted");
  await expect(panel(page)).toBeVisible();
}

async function deleteTools(person: Person, names: readonly string[]) {
  await addTools(
    person,
    names.map((name) => ({ name })),
  );
  for (const { id } of await storedTools(person)) await person.request.delete(`/api/ai-tools/${id}`);
}

test("an admin restores another person's deleted item, and lists show it at once", async ({
  ada,
  signUp,
}) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await deleteTools(ada, ["Cursor", "Whisper"]);
  await openDeleted(page);
  await expect(panel(page).getByRole("listitem")).toHaveText([
    /Cursor.*Deleted by Ada/,
    /Whisper.*Deleted by Ada/,
  ]);
  await panel(page).getByRole("button", { name: "Restore: Cursor" }).click();
  await expect(toast(page, "Cursor was restored")).toBeVisible();
  await expect(panel(page).getByRole("listitem")).toHaveText([/Whisper/]);
  await page.getByRole("link", { name: "AI Stack" }).click();
  await expect(page.getByRole("button", { name: "Delete Cursor" })).toBeVisible();
});

test("an admin permanently deletes an item, by keyboard only", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await deleteTools(grace, ["Cursor"]);
  await openDeleted(page);
  await page.getByRole("link", { name: "Assistants" }).focus();
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("button", { name: "Restore: Cursor" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Permanently delete Cursor?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Permanently deleted")).toBeVisible();
  await expect(page.getByText("Nothing was deleted in the last 30 days.")).toBeVisible();
  await expect(question).toHaveCount(0);
});

test("Recently Deleted is accessible and fits a phone", async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await deleteTools(grace, ["A".repeat(120), "Whisper"]);
  await openDeleted(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete Permanently: Whisper" }).click();
  await expect(page.getByRole("alertdialog").getByRole("heading")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
