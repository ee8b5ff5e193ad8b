import type { Page } from "@playwright/test";

import { pngImage, pngOfLength } from "#tests/support/images.ts";

import { addTools, countLine, rowOf, findStoredTool, storedTool, storedTools } from "./ai-stack.ts";
import { failCalls, holdCalls } from "./calls.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const title = (page: Page) => page.getByRole("heading", { name: "Add New AI Tool" });
const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Add Tool" });
const pplx = (page: Page, label: string) =>
  page
    .getByRole("dialog")
    .getByText(label, { exact: true })
    .locator("..")
    .getByRole("button", { name: "PPLX" });

async function openAdd(page: Page) {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add Tool" }).click();
  await expect(title(page)).toBeVisible();
}

test("a tool is added with every field", async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  await expect(field(page, "Tool Name *")).toBeFocused();
  await field(page, "Tool Name *").fill("Claude");
  await field(page, "Company").fill("Anthropic");
  await field(page, "URL").fill("https://claude.ai");
  await field(page, "Modality").selectOption("Text");
  await field(page, "Industry").selectOption("Software Dev");
  await page
    .getByLabel("Logo: file")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: pngImage(8, 8) });
  await expect(toast(page, "Upload successful")).toBeVisible();
  await expect(toast(page, "Image has been uploaded successfully")).toBeVisible();
  await expect(field(page, "Logo")).toHaveValue(/^\/public-objects\/logos\/.+\.png$/u);
  await expect(page.getByText("Logo URL looks good!")).toBeVisible();
  await expect
    .poll(() =>
      page.getByRole("img", { name: "Preview" }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(8);
  await field(page, "Primary Use Case").fill("Writing");
  await field(page, "Capabilities").fill("Reads\nand writes");
  await field(page, "Tags").fill("assistant");
  await field(page, "Tags").press("Enter");
  await field(page, "Notes").fill("Ten seats");
  await field(page, "Date").fill("2024-03-04");
  await field(page, "Release note URL").fill("https://docs.anthropic.com/notes");
  await page.getByRole("button", { name: "Add release note" }).click();
  await expect(page.getByRole("link", { name: "docs.anthropic.com/notes" })).toBeVisible();
  await expectAccessible(page);

  const release = await holdCalls(page, "tools.add");
  await submit(page).click();
  await expect(page.getByRole("button", { name: "Adding..." })).toBeVisible();
  release();
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  await expect(title(page)).toHaveCount(0);
  await expect(rowOf(page, "Claude").getByText("Anthropic")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect
    .poll(() => findStoredTool(ada, "Claude"))
    .toMatchObject({
      company: "Anthropic",
      url: "https://claude.ai",
      modality: "text",
      industry: "software-dev",
      use: "Writing",
      capabilities: "Reads\nand writes",
      tags: ["assistant"],
      notes: "Ten seats",
      releaseNotes: [{ date: "2024-03-04", url: "https://docs.anthropic.com/notes" }],
    });
  await page.getByRole("button", { name: "Add Tool" }).click();
  await expect(field(page, "Tool Name *")).toHaveValue("");
});

test("an error is shown at its field, and the first one gets the focus", async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  await submit(page).click();
  await expect(field(page, "Tool Name *")).toHaveAccessibleDescription("Tool name is required");
  await expect(field(page, "Tool Name *")).toBeFocused();
  await field(page, "Tool Name *").fill("x".repeat(201));
  await expect(field(page, "Tool Name *")).toHaveAccessibleDescription("Use at most 200 characters");
  await field(page, "URL").fill("javascript:alert(1)");
  await field(page, "Logo").fill("not an address");
  await field(page, "Notes").fill("x".repeat(20_001));
  await submit(page).click();
  await expect(field(page, "URL")).toHaveAccessibleDescription("Please enter a valid URL");
  await expect(field(page, "Logo")).toHaveAccessibleDescription("Please enter a valid URL or file path");
  await expect(field(page, "Notes")).toHaveAccessibleDescription("Use at most 20,000 characters");
  await expect(page.getByText("Logo URL looks good!")).toHaveCount(0);
  await expectAccessible(page);
  for (const address of ["/public-objects/logos/claude.png", "https://example.com/logo.svg"]) {
    await field(page, "Logo").fill(address);
    await expect(page.getByText("Logo URL looks good!")).toBeVisible();
  }
  await field(page, "Logo").fill("");
  await expect(page.getByText("Logo URL looks good!")).toHaveCount(0);
  await expect(page.getByText("Please enter a valid URL or file path")).toHaveCount(0);
  await expect.poll(() => storedTools(ada)).toEqual([]);
});

test(
  "tags are added with Enter or comma, in lowercase, once each, and can be removed",
  THOROUGH,
  async ({ ada }) => {
    const { page } = ada;
    await openAdd(page);
    const tags = field(page, "Tags");
    const removers = page.getByRole("dialog").getByRole("button", { name: /^Remove / });
    await tags.fill("Voice");
    await tags.press("Enter");
    await tags.pressSequentially(" Code ,");
    await tags.fill("CODE");
    await tags.press("Enter");
    await tags.fill("   ");
    await tags.press("Enter");
    await expect(tags).toHaveValue("");
    await expect(removers).toHaveCount(2);
    await page.getByRole("button", { name: "Remove voice" }).click();
    await expect(removers).toHaveCount(1);
    await field(page, "Tool Name *").fill("Claude");
    await tags.fill("last one");
    await submit(page).click();
    await expect(toast(page, "AI tool added successfully")).toBeVisible();
    expect((await storedTool(ada, "Claude")).tags).toEqual(["code", "last one"]);
  },
);

test("release notes need a date and an address", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  const add = page.getByRole("button", { name: "Add release note" });
  await expect(page.getByRole("heading", { name: "Manual Release Notes" })).toBeVisible();
  await expect(add).toBeDisabled();
  await field(page, "Date").fill("2024");
  await expect(add).toBeDisabled();
  await field(page, "Release note URL").fill("nowhere");
  await add.click();
  await expect(field(page, "Release note URL")).toHaveAccessibleDescription("Please enter a valid URL");
  await field(page, "Date").fill("");
  await field(page, "Tool Name *").fill("Claude");
  await field(page, "Release note URL").fill("https://example.com/1");
  await submit(page).click();
  await expect(field(page, "Date")).toHaveAccessibleDescription("Date is required");
  await expect.poll(() => storedTools(ada)).toEqual([]);
  for (const [date, address] of [
    ["2023-01-15", "https://example.com/1"],
    ["2024-01-15", "https://example.com/2"],
  ] as const) {
    await field(page, "Date").fill(date);
    await field(page, "Release note URL").fill(address);
    await field(page, "Release note URL").press("Enter");
  }
  const links = page.getByRole("dialog").getByRole("link");
  await expect(links).toHaveText(["example.com/2", "example.com/1"]);
  await page.getByRole("button", { name: "Remove release note of 2024-01-15" }).click();
  await expect(links).toHaveText(["example.com/1"]);
});

test("PPLX fills fields with the server's data, and restores them", async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  await expect(page.getByRole("dialog").getByRole("button", { name: "PPLX" })).toHaveCount(7);
  await pplx(page, "Company").click();
  await expect(toast(page, "Tool name required")).toBeVisible();
  await expect(toast(page, "Please enter a tool name first to use auto-fill")).toBeVisible();
  await expect(field(page, "Tool Name *")).toBeFocused();

  await field(page, "Tool Name *").fill("midjourney");
  await pplx(page, "Company").click();
  await expect(toast(page, "Auto-filled successfully")).toBeVisible();
  await expect(field(page, "Company")).toHaveValue("Midjourney");
  for (const [label, value] of [
    ["URL", /^https:\/\//u],
    ["Modality", "image"],
    ["Industry", /\w/u],
    ["Capabilities", /\w/u],
  ] as const) {
    await pplx(page, label).click();
    await expect(field(page, label)).toHaveValue(value);
  }
  await field(page, "Tags").fill("mine");
  await field(page, "Tags").press("Enter");
  await pplx(page, "Tags").click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Remove mine" })).toBeVisible();
  await expect
    .poll(() =>
      page
        .getByRole("dialog")
        .getByRole("button", { name: /^Remove / })
        .count(),
    )
    .toBeGreaterThan(1);

  await field(page, "Company").fill("Someone else");
  await pplx(page, "Company").click();
  await expect(page.getByText("replacing “Someone else”")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByText("replacing “Someone else”")
    .locator("..")
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(field(page, "Company")).toHaveValue("Someone else");

  await field(page, "Tool Name *").fill("no such tool at all");
  await field(page, "URL").fill("");
  await pplx(page, "URL").click();
  await expect(toast(page, "Auto-fill failed")).toBeVisible();
  const reason = "We don't know no such tool at all yet. Enter its URL so we can check its site.";
  await expect(toast(page, reason)).toBeVisible();
  await expect(field(page, "Company")).toHaveValue("Someone else");
});

test("an address without a scheme is completed in the dialog", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  await field(page, "Tool Name *").fill("ChatGPT");
  await field(page, "URL").fill("chatgpt.com");
  await field(page, "Company").focus();
  await expect(field(page, "URL")).toHaveValue("https://chatgpt.com");
  await submit(page).click();
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  expect(await storedTool(ada, "ChatGPT")).toMatchObject({ url: "https://chatgpt.com" });
});

test("files that are too large, not images or mislabelled are refused", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  const file = page.getByLabel("Logo: file");
  await field(page, "Logo").fill("/kept.png");
  const tooLarge = { name: "large.png", mimeType: "image/png", buffer: pngOfLength(5_242_881) };
  const noImage = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
  for (const bad of [tooLarge, noImage]) {
    await file.setInputFiles(bad);
    await expect(toast(page, "File too large")).toBeVisible();
    await expect(toast(page, "File must be smaller than 5MB")).toBeVisible();
    await page.getByRole("button", { name: "Close notification" }).click();
  }
  await file.setInputFiles({
    name: "fake.png",
    mimeType: "image/png",
    buffer: Buffer.from("<html>no picture</html>"),
  });
  await expect(toast(page, "Upload failed")).toBeVisible();
  await page.getByRole("button", { name: "Close notification" }).click();

  const stopFailing = await failCalls(page, "uploads.createAddress");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: pngImage() });
  await expect(toast(page, "Upload failed")).toBeVisible();
  await expect(toast(page, "Failed to get upload URL")).toBeVisible();
  await stopFailing();
  await page.route(/\/public\/logos\//u, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: pngImage() });
  await expect(toast(page, "Failed to upload image. Please try again.")).toBeVisible();
  await expect(field(page, "Logo")).toHaveValue("/kept.png");
});

test("a failed save preserves the input", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  await field(page, "Tool Name *").fill("Claude");
  await field(page, "Notes").fill("A long text that took an hour");
  const stopFailing = await failCalls(page, "tools.add");
  await field(page, "Notes").press("Control+Enter");
  await expect(toast(page, "Error")).toBeVisible();
  await expect(toast(page, "Failed to add AI tool")).toBeVisible();
  await expect(field(page, "Notes")).toHaveValue("A long text that took an hour");
  await stopFailing();
  await field(page, "Notes").press("Control+Enter");
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  await expect.poll(() => storedTools(ada)).toHaveLength(1);
});

test("Cancel and the backdrop close the dialog and discard the input", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await openAdd(page);
  for (const leave of [
    () => page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await field(page, "Tool Name *").fill("Draft");
    await field(page, "Tags").fill("draft");
    await field(page, "Tags").press("Enter");
    await leave();
    await expect(title(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Add Tool" }).click();
    await expect(field(page, "Tool Name *")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Remove draft" })).toHaveCount(0);
  }
  await expect.poll(() => storedTools(ada)).toEqual([]);
});

test("the dialog is a sheet on a phone", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard?dialog=add");
  await expect(title(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await field(page, "Tool Name *").fill("Claude");
  await submit(page).click();
  await expect(countLine(page)).toHaveText("Showing 1 of 1 tools");
});

test("a tool with a logo that does not load shows its first letter", THOROUGH, async ({ ada }) => {
  await addTools(ada, [{ name: "Claude", logoUrl: "/public-objects/logos/gone.png" }]);
  await ada.page.goto("/dashboard");
  await expect(rowOf(ada.page, "Claude").getByText("C", { exact: true })).toBeVisible();
  await expect(rowOf(ada.page, "Claude").locator("img")).toHaveCount(0);
});
