import type { Page } from "@playwright/test";

import { addTools, type NewTool, rowOf, storedTool } from "./ai-stack.ts";
import { failCalls } from "./calls.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  readClipboard,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const CLAUDE = {
  name: "Claude",
  company: "Anthropic",
  notes: "Ten seats until June.",
  tags: ["assistant"],
  releaseNotes: [{ date: "2023-07-11", url: "https://example.com/2" }],
  logoUrl: "/brand-logos/adobe-color.svg",
};

async function addClaude(person: Person): Promise<string> {
  await addTools(person, [CLAUDE]);
  return (await storedTool(person, "Claude")).id;
}

const editTool = (person: Person, id: string, data: Partial<NewTool>) =>
  person.request.put(`/api/ai-tools/${id}`, { data });

const history = (page: Page) => page.getByRole("dialog", { name: "History" });
const version = (page: Page, number: number) =>
  history(page).getByRole("button", { name: new RegExp(`^Version ${number}\\b`, "u") });
const valueOf = (page: Page, label: string) =>
  history(page).getByRole("term").filter({ hasText: label }).locator("+ dd");

test("a tool's history shows who changed what, word by word, and restores a version", async ({
  ada,
  signUp,
}) => {
  const bob = await signUp("bob", { firstName: "Bob" });
  const id = await addClaude(ada);
  await editTool(bob, id, { notes: "Twelve seats until June.", tags: ["assistant", "code"] });
  await editTool(bob, id, {
    name: "Claude 3",
    releaseNotes: [{ date: "2024-03-04", url: "https://example.com/3" }, ...CLAUDE.releaseNotes],
    logoUrl: "/brand-logos/adobefirefly-color.svg",
  });
  const { page } = ada;
  await page.goto("/dashboard");
  await rowOf(page, "Claude 3").click();
  await chooseMore(page.getByRole("dialog"), "History");
  await expect(version(page, 3)).toContainText("Changed Tool Name, Logo, Release Notes");
  await expect(version(page, 3)).toContainText("Bob");
  await expect(version(page, 3).getByText(/ago$/u)).toHaveAttribute("title", /\d:\d\d [AP]M$/u);
  await expect(version(page, 2)).toContainText("Changed Tags, Notes");
  await expect(version(page, 1)).toContainText(/Ada.*Added/u);
  await expect(valueOf(page, "Tool Name").getByRole("insertion")).toHaveText("3");
  await expect(valueOf(page, "Release Notes").getByRole("insertion")).toHaveText(
    "2024-03-04 https://example.com/3",
  );
  await expect(valueOf(page, "Logo").getByRole("img")).toHaveCount(2);
  await expectAccessible(page);

  await version(page, 2).click();
  await expect(page).toHaveURL(`/dashboard?dialog=history&tool=${id}&version=2`);
  await expect(valueOf(page, "Notes").getByRole("deletion")).toHaveText("Ten");
  await expect(valueOf(page, "Notes").getByRole("insertion")).toHaveText("Twelve");
  await expect(valueOf(page, "Tags").getByRole("insertion")).toHaveText(", code");
  await page.reload();
  await expect(valueOf(page, "Notes").getByRole("insertion")).toHaveText("Twelve");
  await history(page).getByRole("button", { name: "Copy Link" }).click();
  expect(await readClipboard(page)).toMatch(`/dashboard?dialog=history&tool=${id}&version=2`);

  await version(page, 1).click();
  const stopFailing = await failCalls(page, "tools.restore");
  await history(page).getByRole("button", { name: "Restore Version 1" }).click();
  await expect(toast(page, "Failed to restore the version")).toBeVisible();
  await stopFailing();
  await history(page).getByRole("button", { name: "Restore Version 1" }).click();
  await expect(toast(page, "Version restored")).toBeVisible();
  await expect(version(page, 4)).toContainText(/Ada.*Restored version 1/u);
  await expect(page).toHaveURL(`/dashboard?dialog=history&tool=${id}`);
  expect(await storedTool(ada, "Claude")).toMatchObject({ ...CLAUDE, revision: 4 });
  await history(page).getByRole("button", { name: "Close" }).first().click();
  await expect(history(page)).toHaveCount(0);
  await expect(page.getByRole("dialog").getByText("Ten seats until June.")).toBeVisible();
  await page.goto("/search?q=ten%20seats");
  await expect(page.getByRole("link", { name: "Claude", exact: true })).toBeVisible();
});

test("another person's change is shown before a version replaces it", THOROUGH, async ({ ada, signUp }) => {
  const bob = await signUp("bob", { firstName: "Bob" });
  const id = await addClaude(ada);
  await editTool(ada, id, { notes: "Eleven seats until June." });
  const { page } = ada;
  await page.goto(`/dashboard?dialog=history&tool=${id}&version=1`);
  await expect(version(page, 2)).toBeVisible();

  await bob.page.goto(`/dashboard?dialog=edit&tool=${id}`);
  await bob.page.getByRole("dialog").getByLabel("Notes", { exact: true }).fill("Twelve seats until June.");
  await bob.page.getByRole("button", { name: "Update Tool" }).click();
  await expect(toast(bob.page, "AI tool updated successfully")).toBeVisible();

  await expect(history(page).getByText("Bob changed this just now.")).toBeVisible();
  await expect(version(page, 3)).toHaveCount(0);
  await expectAccessible(page);
  await history(page).getByRole("button", { name: "Restore Version 1" }).click();
  await expect(toast(page, "Tool changed")).toBeVisible();
  expect(await storedTool(ada, "Claude")).toMatchObject({ notes: "Twelve seats until June.", revision: 3 });
  await expect(version(page, 3)).toHaveAttribute("aria-current", "true");
  await expect(version(page, 3)).toContainText("Bob");
  await expect(valueOf(page, "Notes").getByRole("insertion")).toHaveText("Twelve");
  await expect(history(page).getByText("Bob changed this just now.")).toHaveCount(0);

  await version(page, 1).click();
  await history(page).getByRole("button", { name: "Restore Version 1" }).click();
  await expect(toast(page, "Version restored")).toBeVisible();
  expect(await storedTool(ada, "Claude")).toMatchObject({ notes: CLAUDE.notes, revision: 4 });
});

test("a reading shows its history in its card", THOROUGH, async ({ ada, signUp }) => {
  const bob = await signUp("bob", { firstName: "Bob" });
  const added = await ada.request.post("/api/readings", {
    data: { title: "Middlemarch", author: "George Eliot", notes: "A study of provincial life.", year: 1871 },
  });
  const { id } = await added.json();
  for (const data of [{ notes: "A study of marriage." }, { year: 1872, topic: "Novels" }]) {
    await bob.request.put(`/api/readings/${id}`, { data });
  }
  const { page } = ada;
  await page.goto(`/chapter-loop?reading=${id}`);
  await page.getByRole("button", { name: "More for Middlemarch" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(version(page, 3)).toContainText(/Bob.*Changed Year, Topic/u);
  await expect(valueOf(page, "Year").getByRole("deletion")).toHaveText("1871");
  await expectAccessible(page);
  await page.goBack();
  await expect(history(page)).toHaveCount(0);
  await expect(page.getByText("A study of marriage.")).toBeVisible();

  await page.getByRole("button", { name: "Middlemarch", exact: true }).press("h");
  await version(page, 1).click();
  await expect(page).toHaveURL(`/chapter-loop?reading=${id}&dialog=history&item=${id}&version=1`);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await history(page).getByRole("button", { name: "Restore Version 1" }).click();
  await expect(toast(page, "Version restored")).toBeVisible();
  await history(page).getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByText("A study of provincial life.")).toBeVisible();
  await expect(page.getByText("1871")).toBeVisible();
});

test("a history can be opened, read and undone by keyboard only", THOROUGH, async ({ ada }) => {
  const id = await addClaude(ada);
  for (const notes of ["Eleven seats until June.", "Twelve seats until June."])
    await editTool(ada, id, { notes });
  const { page } = ada;
  const { keyboard } = page;
  await page.goto("/dashboard");
  await expect(rowOf(page, "Claude")).toBeVisible();
  await keyboard.press("j");
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("heading", { name: /^Claude/u })).toBeVisible();
  await keyboard.press("h");
  await expect(version(page, 3)).toBeVisible();
  await expect(history(page)).toContainText("Version 3 was saved by Ada");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect(async () => {
    await keyboard.press("Tab");
    expect(await focused()).toMatch(/^Version 3/u);
  }).toPass();
  await keyboard.press("ArrowDown");
  await keyboard.press("j");
  await expect(version(page, 1)).toBeFocused();
  await keyboard.press("Enter");
  await expect(history(page)).toContainText("Version 1 was saved by Ada");
  await expect(async () => {
    await keyboard.press("Tab");
    expect(await focused()).toBe("Restore Version 1");
  }).toPass();
  await keyboard.press("Enter");
  await expect(toast(page, "Version restored")).toBeVisible();
  await keyboard.press("Escape");
  await expect(history(page)).toHaveCount(0);
  expect(await storedTool(ada, "Claude")).toMatchObject({ notes: CLAUDE.notes, revision: 4 });
});

test("a long history loads page by page, and a link opens any version", THOROUGH, async ({ ada }) => {
  const id = await addClaude(ada);
  for (let seats = 11; seats < 64; seats += 1) await editTool(ada, id, { notes: `${seats} seats.` });
  const { page } = ada;
  await page.setViewportSize(PHONE);
  await page.goto(`/dashboard?dialog=history&tool=${id}&version=3`);
  await expect(valueOf(page, "Notes")).toHaveText("1112 seats.");
  const versions = history(page).getByRole("list", { name: "Versions" }).getByRole("button");
  await expect(versions).toHaveCount(49);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const stopFailing = await failCalls(page, "tools.versions");
  await history(page).getByRole("button", { name: "Show Older Versions" }).click();
  const again = history(page).getByRole("button", { name: "Try Again" });
  await expect(again).toBeVisible();
  await stopFailing();
  await again.click();
  await expect(versions).toHaveCount(54);
  await expect(version(page, 5)).toContainText("Changed Notes");
  await expect(version(page, 5)).toBeFocused();
  await expect(version(page, 3)).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
});
