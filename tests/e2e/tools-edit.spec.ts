import type { Page } from "@playwright/test";

import { addTools, rowOf, findStoredTool, storedTool } from "./ai-stack.ts";
import { answerCalls, failCalls, holdCalls } from "./calls.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const CLAUDE = {
  name: "Claude",
  company: "Anthropic",
  modality: "text",
  tags: ["assistant"],
  notes: "Ten seats",
  releaseNotes: [{ date: "2023-07-11", url: "https://example.com/old" }],
};

const title = (page: Page) => page.getByRole("heading", { name: "Edit AI Tool" });
const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });
const update = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Update Tool" });
const links = (page: Page) => page.getByRole("dialog").getByRole("link");

async function openEdit(page: Page) {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Edit Claude" }).click();
  await expect(title(page)).toBeVisible();
}

test("a tool is edited, without auto-fill", async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  const { page } = ada;
  await openEdit(page);
  await expect(field(page, "Tool Name *")).toHaveValue("Claude");
  await expect(field(page, "Company")).toHaveValue("Anthropic");
  await expect(field(page, "Modality")).toHaveValue("text");
  await expect(field(page, "Notes")).toHaveValue("Ten seats");
  await expect(page.getByRole("button", { name: "Remove assistant" })).toBeVisible();
  await expect(page.getByRole("button", { name: "PPLX" })).toHaveCount(0);
  await expectAccessible(page);
  await field(page, "Company").fill("Anthropic PBC");
  await field(page, "Notes").fill("");
  const release = await holdCalls(page, "tools.edit");
  await update(page).click();
  await expect(page.getByRole("button", { name: "Updating..." })).toBeVisible();
  release();
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect(title(page)).toHaveCount(0);
  await expect(rowOf(page, "Claude").getByText("Anthropic PBC")).toBeVisible();
  await expect
    .poll(() => findStoredTool(ada, "Claude"))
    .toMatchObject({
      company: "Anthropic PBC",
      notes: null,
      tags: ["assistant"],
    });
});

test("an error is shown at its field, and a failed save preserves the input", THOROUGH, async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  const { page } = ada;
  await openEdit(page);
  await field(page, "Tool Name *").fill("");
  await update(page).click();
  await expect(field(page, "Tool Name *")).toHaveAccessibleDescription("Tool name is required");
  await field(page, "Tool Name *").fill("Claude 3");
  const stopFailing = await failCalls(page, "tools.edit");
  await update(page).click();
  await expect(toast(page, "Failed to update AI tool")).toBeVisible();
  await expect(field(page, "Tool Name *")).toHaveValue("Claude 3");
  await stopFailing();
  await field(page, "Tool Name *").press("Control+Enter");
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect(rowOf(page, "Claude 3")).toBeVisible();
});

test("leaving asks before discarding input", async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  const { page } = ada;
  await openEdit(page);
  await field(page, "Notes").fill("Twelve seats");
  const question = page.getByText("Discard your changes?");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => page.getByRole("button", { name: "Cancel" }).click(),
    () => page.getByRole("button", { name: "Close", exact: true }).click(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await page.getByRole("button", { name: "Keep Editing" }).click();
    await expect(field(page, "Notes")).toHaveValue("Twelve seats");
  }
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(title(page)).toHaveCount(0);
  expect((await storedTool(ada, "Claude")).notes).toBe("Ten seats");
});

test("an added release note is saved at once; a removed one waits for Update", async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  const { page } = ada;
  await openEdit(page);
  const add = page.getByRole("button", { name: "Add release note" });
  await expect(add).toBeDisabled();
  await field(page, "Date").fill("2024-03-04");
  await expect(add).toBeDisabled();
  await field(page, "Release note URL").fill("https://example.com/new");
  await add.click();
  await expect(toast(page, "Release Note Added")).toBeVisible();
  await expect(links(page)).toHaveText(["example.com/new", "example.com/old"]);
  const stored = async () => (await storedTool(ada, "Claude")).releaseNotes?.map(({ date }) => date);
  await expect.poll(() => stored()).toEqual(["2024-03-04", "2023-07-11"]);

  await page.getByRole("button", { name: "Remove release note of 2023-07-11" }).click();
  await expect(toast(page, "Release Note Removed")).toBeVisible();
  await expect(links(page)).toHaveText(["example.com/new"]);
  await expect.poll(() => stored()).toEqual(["2024-03-04", "2023-07-11"]);
  await update(page).click();
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect.poll(() => stored()).toEqual(["2024-03-04"]);
});

test("a release note that cannot be saved stays in its field", THOROUGH, async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  const { page } = ada;
  await openEdit(page);
  const stopFailing = await failCalls(page, "tools.saveReleaseNote");
  await field(page, "Date").fill("March");
  await field(page, "Release note URL").fill("https://example.com/new");
  await page.getByRole("button", { name: "Add release note" }).click();
  await expect(toast(page, "Error")).toBeVisible();
  await expect(toast(page, "Failed to save release note")).toBeVisible();
  await expect(field(page, "Date")).toHaveValue("March");
  await expect(field(page, "Release note URL")).toHaveValue("https://example.com/new");
  await stopFailing();
  await field(page, "Release note URL").press("Enter");
  await expect(toast(page, "Release Note Added")).toBeVisible();
  await expect(links(page)).toHaveText(["example.com/old", "example.com/new"]);
});

test(
  "Refresh shows the server's latest release notes, or the reason for a failure",
  THOROUGH,
  async ({ ada }) => {
    await addTools(ada, [CLAUDE]);
    const { page } = ada;
    await openEdit(page);
    const stopFailing = await failCalls(page, "tools.refreshReleaseNotes");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(toast(page, "Update Failed")).toBeVisible();
    await expect(toast(page, "Failed to update release notes")).toBeVisible();
    await expect(links(page)).toHaveText(["example.com/old"]);

    await stopFailing();
    const { id } = await storedTool(ada, "Claude");
    const found = { date: "2024-03-04", url: "https://example.com/found" };
    await ada.request.post(`/api/ai-tools/${id}/release-notes`, { data: found });
    await answerCalls(page, "tools.refreshReleaseNotes", {
      releaseNotes: [found],
      message: "Found 1 new release notes",
    });
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(toast(page, "Release Notes Updated")).toBeVisible();
    await expect(toast(page, "Found 1 new release notes")).toBeVisible();
    await expect(links(page)).toHaveText(["example.com/found", "example.com/old"]);
  },
);

test("two people edit one tool: the second sees both versions and loses nothing", async ({ ada, signUp }) => {
  await addTools(ada, [CLAUDE]);
  const grace = await signUp("grace");
  const { page } = grace;
  await openEdit(ada.page);
  await openEdit(page);
  await field(ada.page, "Notes").fill("Eleven seats");
  await field(ada.page, "Company").fill("Anthropic PBC");
  await update(ada.page).click();
  await expect(toast(ada.page, "AI tool updated successfully")).toBeVisible();

  await field(page, "Notes").fill("Twelve seats");
  await field(page, "Primary Use Case").fill("Writing");
  await update(page).click();
  const panel = page
    .getByRole("alert")
    .filter({ hasText: "Someone else changed this tool after you opened it" });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  const notes = panel.getByRole("group", { name: "Notes" });
  await expect(notes.getByRole("radio", { name: /^Theirs/u })).not.toBeChecked();
  await expect(notes.getByRole("radio", { name: /^Yours Twelve seats/u })).toBeChecked();
  const company = panel.getByRole("group", { name: "Company" });
  await expect(company.getByRole("radio", { name: /^Theirs Anthropic PBC/u })).toBeChecked();
  await notes.getByRole("radio", { name: /^Theirs Eleven seats/u }).check();
  await expect(field(page, "Notes")).toHaveValue("Eleven seats");
  await notes.getByRole("radio", { name: /^Yours/u }).check();
  await expect(field(page, "Notes")).toHaveValue("Twelve seats");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await update(page).click();
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect
    .poll(() => findStoredTool(ada, "Claude"))
    .toMatchObject({
      notes: "Twelve seats",
      company: "Anthropic PBC",
      use: "Writing",
    });
});
