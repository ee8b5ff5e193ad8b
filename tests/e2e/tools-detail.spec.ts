import { addTools, countLine, rowOf, storedTool, storedTools } from "./ai-stack.ts";
import { failCalls, holdCalls } from "./calls.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  test,
  toast,
  readClipboard,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const CLAUDE = {
  name: "Claude",
  company: "Anthropic",
  capabilities: "Reads long documents.\nWrites code.",
  use: "Writing and analysis",
  modality: "text",
  industry: "software-dev",
  url: "https://www.claude.ai/chat",
  tags: ["assistant", "code"],
  notes: "The team has ten seats.",
  releaseNotes: [
    { date: "2023-07-11", url: "https://www.anthropic.com/news/claude-2" },
    { date: "2024-03-04", url: "https://docs.anthropic.com/release-notes" },
  ],
};

test("the detail view shows all details of a tool", async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  await ada.page.goto("/dashboard");
  await rowOf(ada.page, "Claude").getByText("Anthropic").click();
  const dialog = ada.page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(/ClaudeAnthropic$/u);
  await expect(dialog.getByText("Text", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Software Dev", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("term")).toHaveText([
    "Primary Use Case",
    "Capabilities",
    "Notes",
    "Tags",
    "Release Notes",
    "Website",
    "Last Updated",
  ]);
  await expect(dialog.getByText("Reads long documents.")).toContainText("Writes code.");
  await expect(dialog.getByText("The team has ten seats.")).toBeVisible();
  const links = dialog.getByRole("link");
  await expect(links).toHaveText([
    /^docs\.anthropic\.com/u,
    /^anthropic\.com/u,
    /^claude\.ai/u,
    "Everything about Claude",
  ]);
  await expect(links.first()).toHaveAttribute("href", "https://docs.anthropic.com/release-notes");
  await expect(links.first()).toHaveAttribute("rel", /noreferrer/u);
  const { dateUpdated } = await storedTool(ada, "Claude");
  const words = await ada.page.evaluate(
    (iso) =>
      new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso)),
    dateUpdated,
  );
  await expect(dialog.getByText(words.replaceAll(/\s/gu, " "))).toBeVisible();
  await expectAccessible(ada.page);
  await ada.page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(ada.page);
  await expectAccessible(ada.page);
});

test("a tool with few details is General and shows no notes", THOROUGH, async ({ ada }) => {
  await addTools(ada, [{ name: "Bare" }]);
  await ada.page.goto("/dashboard");
  await rowOf(ada.page, "Bare").click();
  const dialog = ada.page.getByRole("dialog");
  await expect(dialog.getByText("General", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("term")).toHaveText(["Primary Use Case", "Capabilities", "Last Updated"]);
  await expect(dialog.getByRole("link")).toHaveText(["Everything about Bare"]);
  await expectAccessible(ada.page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ada.page.getByRole("button", { name: "Bare", exact: true })).toBeFocused();
});

test("clicking a tag closes the detail and searches for the tag", THOROUGH, async ({ ada }) => {
  await addTools(ada, [CLAUDE, { name: "Midjourney" }]);
  await ada.page.goto("/dashboard");
  await rowOf(ada.page, "Claude").click();
  await ada.page.getByRole("dialog").getByRole("button", { name: "assistant" }).click();
  await expect(ada.page.getByRole("dialog")).toHaveCount(0);
  await expect(ada.page.getByRole("searchbox", { name: "Search tools" })).toHaveValue("assistant");
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 2 tools");
  await expect(ada.page).toHaveURL("/dashboard?q=assistant");
});

test(
  "the detail view offers a link that shows a colleague the same tool",
  THOROUGH,
  async ({ ada, signUp }) => {
    await addTools(ada, [CLAUDE]);
    await ada.page.goto("/dashboard?q=cla");
    await rowOf(ada.page, "Claude").click();
    await chooseMore(ada.page.getByRole("dialog"), "Copy Link");
    await expect(toast(ada.page, "Link copied")).toBeVisible();
    const link = await readClipboard(ada.page);
    const grace = await signUp("grace");
    await grace.page.goto(link);
    await expect(grace.page.getByRole("dialog").getByRole("heading", { name: /Claude/u })).toBeVisible();
  },
);

test("the detail view links to editing and deleting", THOROUGH, async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  await ada.page.goto("/dashboard");
  await rowOf(ada.page, "Claude").click();
  await ada.page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  await expect(ada.page.getByRole("heading", { name: "Edit AI Tool" })).toBeVisible();
  await ada.page.keyboard.press("Escape");
  await chooseMore(ada.page.getByRole("dialog"), "Delete");
  await expect(ada.page.getByRole("heading", { name: "Delete AI Tool" })).toBeVisible();
  await ada.page.keyboard.press("Escape");
  await rowOf(ada.page, "Claude").click();
  await expect(ada.page.getByRole("dialog").getByRole("heading", { name: /^Claude/u })).toBeVisible();
  await ada.page.keyboard.press("e");
  await expect(ada.page.getByRole("heading", { name: "Edit AI Tool" })).toBeVisible();
});

test("deleting asks first, and ends when the server has deleted", async ({ ada }) => {
  await addTools(ada, [CLAUDE, { name: "Midjourney" }]);
  await ada.page.goto("/dashboard");
  const question = ada.page.getByRole("alertdialog", { name: "Delete AI Tool" });
  await ada.page.getByRole("button", { name: "Delete Claude" }).click();
  await expect(question).toContainText("Are you sure you want to delete Claude?");
  await expect(question).toContainText(
    "This action cannot be undone. The tool and all its information will be permanently removed from your database.",
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(ada.page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(countLine(ada.page)).toHaveText("Showing 2 of 2 tools");

  await ada.page.getByRole("button", { name: "Delete Claude" }).click();
  const release = await holdCalls(ada.page, "tools.remove");
  await question.getByRole("button", { name: "Delete Tool" }).click();
  await expect(question.getByRole("button", { name: "Deleting..." })).toBeVisible();
  release();
  await expect(toast(ada.page, "AI tool deleted successfully")).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(countLine(ada.page)).toHaveText("Showing 1 of 1 tools");
  await expect.poll(() => storedTools(ada)).toHaveLength(1);
});

test("a tool that cannot be deleted stays, with a reason", THOROUGH, async ({ ada }) => {
  await addTools(ada, [CLAUDE]);
  await ada.page.goto("/dashboard");
  const stopFailing = await failCalls(ada.page, "tools.remove");
  await ada.page.getByRole("button", { name: "Delete Claude" }).click();
  await ada.page.getByRole("button", { name: "Delete Tool" }).click();
  await expect(toast(ada.page, "Error")).toBeVisible();
  await expect(toast(ada.page, "Failed to delete AI tool")).toBeVisible();
  await stopFailing();
  const { id } = await storedTool(ada, "Claude");
  await ada.request.delete(`/api/ai-tools/${id}`);
  await ada.page.getByRole("button", { name: "Delete Tool" }).click();
  await expect(toast(ada.page, "Tool Not Found")).toBeVisible();
  await expect(countLine(ada.page)).toHaveText("Showing 0 of 0 tools");
});
