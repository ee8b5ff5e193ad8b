import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { addTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";

const panel = (page: Page) => page.getByRole("list", { name: "Activity", exact: true });

async function openActivity(page: Page) {
  await page.goto("/admin/activity");
  await expect(panel(page)).toBeVisible();
}

test("an admin filters events, follows a title, and exports the list", async ({ ada, signUp }) => {
  const { page, ...grace } = await signUp("grace", { isAdmin: true });
  await addTools(ada, [{ name: "Cursor" }]);
  await addTools({ page, ...grace }, [{ name: "Whisper" }]);
  await openActivity(page);
  await expect(panel(page).getByRole("listitem")).toHaveText([
    /^grace added the tool Whisper/,
    /^Ada added the tool Cursor/,
  ]);
  await page.getByLabel("Person").selectOption("Ada");
  await expect(panel(page).getByRole("listitem")).toHaveText([/^Ada added the tool Cursor/]);
  await page.getByLabel("Kind", { exact: true }).selectOption("Tools");
  await page.getByLabel("Time").selectOption("Today");
  await expect(panel(page).getByRole("listitem")).toHaveCount(1);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("activity.csv");
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("\uFEFFat,name,username,verb,kind,item,title,detail");
  expect(lines[1]).toMatch(/,Ada,ada,added,tool,[^,]+,Cursor,added the tool Cursor$/u);
  expect(lines).toHaveLength(3);
  await expect(toast(page, "Saved as activity.csv")).toBeVisible();

  await page.getByLabel("Time").selectOption("Choose days");
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByText("No activity matches these filters.")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("");
  await panel(page).getByRole("link", { name: "Cursor" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Cursor" })).toBeVisible();
});

test("the activity works by keyboard, is accessible, and fits a phone", async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await addTools(grace, [{ name: "A".repeat(120) }, { name: "Whisper" }]);
  await openActivity(page);
  await page.getByRole("link", { name: "Assistants" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Person")).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("only admins see Activity and can request it", async ({ ada }) => {
  await ada.page.goto("/admin/activity");
  await expect(ada.page.getByRole("heading", { name: "For Administrators Only" })).toBeVisible();
  expect((await ada.request.get("/api/activity")).status()).toBe(403);
  expect((await ada.request.get("/api/activity/export")).status()).toBe(403);
});
