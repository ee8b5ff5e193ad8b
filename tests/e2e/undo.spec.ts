import type { Page } from "@playwright/test";

import { addTools, storedTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { THOROUGH } from "./thorough.ts";

const undo = (page: Page) => page.locator("[data-tone]").getByRole("button", { name: "Undo" });

async function deleteTool(page: Page, name: string) {
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
}

test("Undo restores a deleted tool from any page", async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Cursor", notes: "Good" }]);
  const [before] = await storedTools(ada);
  await page.goto("/dashboard");
  await deleteTool(page, "Cursor");
  await expect(toast(page, "AI tool deleted successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Cursor" })).toHaveCount(0);
  await page.getByRole("link", { name: "ChapterLoop" }).first().click();
  await expect(page.getByRole("heading", { name: "ChapterLoop", level: 1 })).toBeVisible();
  await undo(page).click();
  await expect(toast(page, "Cursor was restored")).toBeVisible();
  expect(await storedTools(ada)).toEqual([before]);
  await page.getByRole("link", { name: "AI Stack" }).first().click();
  await expect(page.getByRole("button", { name: "Delete Cursor" })).toBeVisible();
});

test("a deleted prompt is restored at once, by keyboard only", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addPrompts(ada, [{ name: "Summary", prompt: "Sum up" }]);
  await page.goto("/prompts");
  await page.getByRole("button", { name: "Delete Summary" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Prompt" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Prompt deleted successfully")).toBeVisible();
  // A dialog that is closing still moves the focus, and hides the page from queries by role.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete Summary" })).toHaveCount(0);
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Summary was restored")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Summary" })).toBeVisible();
});

test("a deleted reading is restored with its discussion", async ({ ada }) => {
  const { page, request } = ada;
  const reading = await (
    await request.post("/api/readings", { data: { title: "Emma", author: "Jane Austen" } })
  ).json();
  await request.post(`/api/readings/${reading.id}/comments`, { data: { content: "Very good" } });
  await page.goto("/chapter-loop");
  await page.getByRole("button", { name: "Delete Emma" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "1 comment deleted too.")).toBeVisible();
  await undo(page).click();
  await expect(toast(page, "Emma was restored")).toBeVisible();
  await page.goto(`/chapter-loop?reading=${reading.id}`);
  await expect(page.getByText("Very good")).toBeVisible();
});

test("a deleted comment is restored in its discussion", THOROUGH, async ({ ada }) => {
  const { page, request } = ada;
  const reading = await (
    await request.post("/api/readings", { data: { title: "Emma", author: "Jane Austen" } })
  ).json();
  await request.post(`/api/readings/${reading.id}/comments`, { data: { content: "Very good" } });
  await page.goto(`/chapter-loop?reading=${reading.id}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Comment deleted successfully!")).toBeVisible();
  await expect(page.getByText("Very good")).toHaveCount(0);
  await undo(page).click();
  await expect(toast(page, "The comment on Emma was restored")).toBeVisible();
  await expect(page.getByText("Very good")).toBeVisible();
  await expect(page.getByText("1 comment", { exact: true }).first()).toBeVisible();
});

test("restoring reports an item that another person already restored", THOROUGH, async ({ ada, signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = ada;
  await addTools(ada, [{ name: "Cursor" }]);
  await page.goto("/dashboard");
  await deleteTool(page, "Cursor");
  await expect(undo(page)).toBeVisible();
  const [deletion] = await (await grace.request.get("/api/deletions")).json();
  const reply = await grace.request.post(`/api/deletions/${deletion.id}/restore`);
  expect(reply.ok(), await reply.text()).toBe(true);
  await undo(page).click();
  await expect(toast(page, "This was already restored or permanently deleted")).toBeVisible();
});

test("a toast with Undo stays for ten seconds", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Cursor" }]);
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Delete Cursor" })).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await deleteTool(page, "Cursor");
  // Advances the clock in small steps, so that the call and its reply can arrive in between.
  const isThere = async () => {
    await page.clock.runFor(10);
    return undo(page).count();
  };
  await expect.poll(isThere).toBe(1);
  await page.clock.runFor(9900);
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(undo(page)).toHaveCount(0);
});

test("a toast with Undo is accessible and fits a phone", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Cursor" }]);
  await page.goto("/dashboard");
  await deleteTool(page, "Cursor");
  await expect(undo(page)).toBeVisible();
  await page.locator("[data-tone]").hover();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expect(undo(page)).toBeInViewport({ ratio: 1 });
});
