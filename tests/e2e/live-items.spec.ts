import type { Page } from "@playwright/test";

import { addTools, storedTool } from "./ai-stack.ts";
import { callAsOther, openLive } from "./live-pages.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  PHONE,
  test,
  toast,
} from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { THOROUGH } from "./thorough.ts";

const POEM = { name: "Poem", prompt: "Write a poem about the sea.", notes: "Short ones work best" };

const note = (page: Page) => page.getByRole("dialog").getByRole("status");
const show = (page: Page) => note(page).getByRole("button", { name: "Show" });

async function twoPeople(signUp: (name: string, options?: { firstName: string }) => Promise<Person>) {
  const ada = await signUp("ada", { firstName: "Ada" });
  return { ada, grace: await signUp("grace", { firstName: "Grace" }) };
}

test("an open prompt stays unchanged until its reader loads another person's version", async ({ signUp }) => {
  const { ada, grace } = await twoPeople(signUp);
  const prompt = await addPrompts(ada, [POEM]);
  const { page } = grace;
  await openLive(page, `/prompts?prompt=${prompt?.id}`);
  await expect(page.getByRole("dialog").getByText(POEM.prompt)).toBeVisible();
  await callAsOther(ada, "PUT", `/api/prompts/${prompt?.id}`, { prompt: "Write a poem about the moon." });
  await expect(note(page)).toHaveText("Ada changed this just now.Show");
  await expect(page.getByRole("dialog").getByText(POEM.prompt)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await show(page).press("Enter");
  await expect(page.getByRole("dialog").getByText("Write a poem about the moon.")).toBeVisible();
  await expect(note(page)).toBeEmpty();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a deleted item stays readable while open, without actions", async ({ signUp }) => {
  const { ada, grace } = await twoPeople(signUp);
  await addTools(ada, [{ name: "Cursor", notes: "Ten seats" }]);
  const { id } = await storedTool(ada, "Cursor");
  const { page } = grace;
  await openLive(page, `/dashboard?tool=${id}`);
  await expect(page.getByRole("dialog").getByText("Ten seats")).toBeVisible();
  await callAsOther(ada, "DELETE", `/api/ai-tools/${id}`);
  await expect(note(page)).toHaveText("Ada deleted this just now.");
  await expect(page.getByRole("dialog").getByText("Ten seats")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Edit" })).toBeDisabled();
  await page.getByRole("dialog").getByRole("button", { name: "More", exact: true }).click();
  for (const name of ["Delete", "History"]) await expect(page.getByRole("menuitem", { name })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Edit AI Tool" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(`/dashboard?tool=${id}`);
  await expect(toast(page, "Tool Not Found")).toBeVisible();
});

test(
  "a form shows another person's version on request, and preserves its input",
  THOROUGH,
  async ({ signUp }) => {
    const { ada, grace } = await twoPeople(signUp);
    const prompt = await addPrompts(ada, [POEM]);
    const { page } = grace;
    await openLive(page, `/prompts?dialog=edit&prompt=${prompt?.id}`);
    const text = page.getByRole("textbox", { name: "Prompt *" });
    await text.fill("Write a poem about the stars.");
    const notes = page.getByRole("textbox", { name: "Notes" });
    await callAsOther(ada, "PUT", `/api/prompts/${prompt?.id}`, {
      prompt: "Write a poem about the moon.",
      notes: "Long ones too",
    });
    await expect(note(page)).toHaveText("Ada changed this just now.Show");
    await expect(text).toHaveValue("Write a poem about the stars.");
    await expect(notes).toHaveValue("Short ones work best");
    await expectAccessible(page);

    await show(page).click();
    const panel = page.getByRole("alert");
    await expect(panel.getByText("Someone else changed this prompt after you opened it")).toBeVisible();
    await expect(
      panel.getByRole("group", { name: "Prompt" }).getByRole("radio", { name: /^Yours/u }),
    ).toBeChecked();
    await expect(text).toHaveValue("Write a poem about the stars.");
    await expect(notes).toHaveValue("Long ones too");
    await expect(note(page)).toBeEmpty();
    await page.getByRole("button", { name: "Update Prompt" }).click();
    await expect(toast(page, "Prompt updated successfully")).toBeVisible();
    const stored = await (await ada.request.get(`/api/prompts/${prompt?.id}`)).json();
    expect(stored).toMatchObject({
      prompt: "Write a poem about the stars.",
      notes: "Long ones too",
      revision: 3,
    });
  },
);

test("input survives the deletion of its item", THOROUGH, async ({ signUp }) => {
  const { ada, grace } = await twoPeople(signUp);
  await addTools(ada, [{ name: "Cursor" }]);
  const { id } = await storedTool(ada, "Cursor");
  const { page } = grace;
  await openLive(page, `/dashboard?dialog=edit&tool=${id}`);
  const notes = page.getByRole("dialog").getByRole("textbox", { name: "Notes" });
  await notes.fill("Twelve seats");
  await callAsOther(ada, "DELETE", `/api/ai-tools/${id}`);
  await expect(note(page)).toHaveText(
    "Ada deleted this just now. Your text is still here, so you can copy it.",
  );
  await expect(notes).toHaveValue("Twelve seats");
  await page.getByRole("button", { name: "Update Tool" }).click();
  await expect(toast(page, "Error")).toBeVisible();
  await expect(notes).toHaveValue("Twelve seats");
});

test(
  "a change in another tab of the same person appears without a question",
  THOROUGH,
  async ({ signUp }) => {
    const { ada } = await twoPeople(signUp);
    await addTools(ada, [{ name: "Cursor", notes: "Ten seats" }]);
    const { id } = await storedTool(ada, "Cursor");
    await openLive(ada.page, `/dashboard?tool=${id}`);
    await expect(ada.page.getByRole("dialog").getByText("Ten seats")).toBeVisible();
    await callAsOther(ada, "PUT", `/api/ai-tools/${id}`, { notes: "Eleven seats" });
    await expect(ada.page.getByRole("dialog").getByText("Eleven seats")).toBeVisible();
    await expect(note(ada.page)).toBeEmpty();
  },
);

test(
  "an open reading stays unchanged until the reader accepts a change or deletion",
  THOROUGH,
  async ({ signUp }) => {
    const { ada, grace } = await twoPeople(signUp);
    const reading = { title: "Emma", author: "Jane Austen", notes: "Volume one" };
    const { id } = await (await callAsOther(ada, "POST", "/api/readings", reading)).json();
    const { page } = grace;
    await openLive(page, `/chapter-loop?reading=${id}`);
    await expect(page.getByText("Volume one")).toBeVisible();
    await page.getByRole("textbox", { name: "Comment" }).fill("Not yet sent");
    await callAsOther(ada, "PUT", `/api/readings/${id}`, { notes: "Volume two" });
    const changed = page.getByRole("button", { name: "Ada changed this just now. · Show" });
    await expect(changed).toBeVisible();
    await expect(page.getByText("Volume one")).toBeVisible();
    await expectAccessible(page);
    await changed.press("Enter");
    await expect(page.getByText("Volume two")).toBeVisible();
    await expect(changed).toHaveCount(0);

    await callAsOther(ada, "DELETE", `/api/readings/${id}`);
    const deleted = page.getByRole("button", { name: "Ada deleted this just now. · Close" });
    await expect(deleted).toBeVisible();
    await expect(page.getByText("Volume two")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("Not yet sent");
    await expect(page.getByRole("button", { name: "Edit Emma" })).toBeDisabled();
    await deleted.click();
    await expect(page.getByRole("heading", { name: "No Readings Yet" })).toBeVisible();
  },
);
