import type { Dialog, Locator, Page } from "@playwright/test";

import { addTools, storedTool } from "./ai-stack.ts";
import { holdCalls } from "./calls.ts";
import { chooseMore, expect, expectAccessible, type Person, test, toast } from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const QUESTION = "Discard your changes?";
const TYPED = "A text that took an hour";

const question = (page: Page) => page.getByText(QUESTION, { exact: true });
const keep = (page: Page) => page.getByRole("button", { name: "Keep Editing" }).click();
const discard = (page: Page) => page.getByRole("button", { name: "Discard", exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** A form in a dialog or on a page of its own: the page before, how to open it, and a field to type into. */
interface Form {
  path: string;
  open: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  isForAdmins?: true;
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();
const labelled = (name: string) => (page: Page) =>
  page.getByRole("dialog").getByRole("textbox", { name }).first();

const FORMS: Record<string, Form> = {
  "add tool": { path: "/dashboard", open: press("Add Tool"), field: labelled("Notes") },
  "edit tool": { path: "/dashboard", open: press("Edit Claude"), field: labelled("Notes") },
  "a tag being typed": { path: "/dashboard", open: press("Edit Claude"), field: labelled("Tags") },
  "a release note being typed": { path: "/dashboard", open: press("Edit Claude"), field: labelled("Date") },
  "add prompt": { path: "/prompts", open: press("Add Prompt"), field: labelled("Purpose") },
  "edit prompt": { path: "/prompts", open: press("Edit Summary"), field: labelled("Purpose") },
  "the options of the AI Stack": {
    path: "/dashboard",
    open: press("Settings"),
    field: labelled("Add Industry"),
  },
  "the options of the Prompt Stack": {
    path: "/prompts",
    open: press("Settings"),
    field: labelled("Add Modality"),
  },
  "add reading": { path: "/chapter-loop", open: press("Add Reading"), field: labelled("Notes") },
  "a link to fill a reading from": {
    path: "/chapter-loop",
    open: press("Add Reading"),
    field: labelled("Fill from ISBN or link"),
  },
  "edit reading": { path: "/chapter-loop", open: press("Edit Middlemarch"), field: labelled("Notes") },
  "a text to import": {
    path: "/dashboard",
    open: (page) => chooseMore(page, "Import"),
    field: (page) => page.getByRole("dialog").getByRole("textbox").first(),
  },
  "a feed": {
    path: "/admin/system",
    open: (page) => page.getByRole("link", { name: "News Feeds" }).click(),
    field: (page) => page.getByRole("textbox", { name: "Add Feed" }),
    isForAdmins: true,
  },
  "a list of feeds": {
    path: "/admin/system",
    open: async (page) => {
      await page.getByRole("link", { name: "News Feeds" }).click();
      await chooseMore(page, "Import OPML");
    },
    field: labelled("Or paste its content"),
    isForAdmins: true,
  },
};

const SAMPLES = new Set(["edit tool"]);

async function fill(person: Person): Promise<void> {
  await addTools(person, [{ name: "Claude" }]);
  await addPrompts(person, [{ name: "Summary", prompt: "Summarize." }]);
  await person.request.post("/api/readings", { data: { title: "Middlemarch", author: "George Eliot" } });
}

for (const [name, { path, open, field, isForAdmins }] of Object.entries(FORMS)) {
  test(`Back asks before it discards ${name}`, thoroughUnless(SAMPLES.has(name)), async ({ signUp }) => {
    const person = await signUp("ada", { isAdmin: isForAdmins });
    const { page } = person;
    await fill(person);
    await page.goto(path);
    await open(page);
    await field(page).fill(TYPED);
    const address = page.url();

    await page.goBack();
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL(address);
    await keep(page);
    await expect(question(page)).toHaveCount(0);
    await expect(field(page)).toHaveValue(TYPED);

    await page.goBack();
    await discard(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(path);
  });
}

test("a reload shows the browser's question only while something is unsaved", async ({ ada }) => {
  const { page } = ada;
  await fill(ada);
  const asked: string[] = [];
  const refuse = (dialog: Dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  };
  page.on("dialog", refuse);
  await page.goto("/dashboard");
  await press("Edit Claude")(page);
  const notes = labelled("Notes")(page);
  await notes.fill(TYPED);
  // A refused reload never ends, so nothing waits for it.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(notes).toHaveValue(TYPED);

  await press("Update Tool")(page);
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await expect(heading(page, "AI Stack")).toBeVisible();
  expect(asked).toEqual(["beforeunload"]);
  expect((await storedTool(ada, "Claude")).notes).toBe(TYPED);
});

/** Waits until the page has loaded a module. A list of its requests also names those that failed. */
async function hasLoaded(page: Page, file: RegExp): Promise<void> {
  const requested = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(requested).toContainEqual(expect.stringMatching(file));
  const url = (await requested()).find((name) => file.test(name));
  await page.evaluate(`import(${JSON.stringify(url)}).then(() => {})`);
}

test("the history stays the same for any answer", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await fill(ada);
  await page.goto("/news");
  await page.getByRole("link", { name: "AI Stack" }).click();
  await press("Edit Claude")(page);
  await labelled("Notes")(page).fill(TYPED);
  const edit = page.url();
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  // Going back cancels downloads, including the code that validates the form.
  await hasLoaded(page, /\/assets\/zod-[^/]+\.js$/u);

  // Goes back twice, like an impatient person.
  await page.evaluate(() => {
    history.back();
    setTimeout(() => history.back());
  });
  await expect(question(page)).toBeVisible();
  await keep(page);
  await expect(page).toHaveURL(edit);
  await page.goBack();
  await discard(page);
  await expect(page).toHaveURL("/dashboard");
  expect(await entries()).toBe(before);

  await page.goBack();
  await expect(heading(page, "News Stack")).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(edit);
  await expect(labelled("Notes")(page)).toHaveValue("");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");

  await page.goForward();
  await labelled("Notes")(page).fill(TYPED);
  await press("Update Tool")(page);
  await expect(page).toHaveURL("/dashboard");
  await page.goBack();
  await expect(heading(page, "News Stack")).toBeVisible();
});

test(
  "Escape and the close button of Add Tool ask, but Cancel and the backdrop do not",
  THOROUGH,
  async ({ ada }) => {
    const { page } = ada;
    await page.goto("/dashboard");
    await press("Add Tool")(page);
    const name = labelled("Tool Name")(page);
    await name.fill(TYPED);
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Close", exact: true }).click(),
    ]) {
      await leave();
      await expect(question(page)).toBeVisible();
      await keep(page);
      await expect(name).toHaveValue(TYPED);
    }
    await page.mouse.click(5, 5);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

test("links, the palette and Logout ask before account changes are lost", async ({ ada }) => {
  const { page } = ada;
  await page.goto("/account");
  const lastName = page.getByLabel("Last Name");
  const ways = [
    () => page.getByRole("link", { name: "News Stack" }).click(),
    async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox")).toBeFocused();
      await page.keyboard.type("prompt stack");
      await page.keyboard.press("Enter");
    },
    () => page.getByRole("button", { name: "Logout" }).click(),
  ];
  await lastName.fill("Lovelace");
  for (const way of ways) {
    await way();
    await expect(page.getByRole("alertdialog", { name: QUESTION })).toBeAttached();
    if (way === ways[0]) await expectAccessible(page);
    await keep(page);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(lastName).toHaveValue("Lovelace");
    await expect(page).toHaveURL("/account");
  }

  await press("Save Profile")(page);
  await expect(toast(page, "Profile saved")).toBeVisible();
  await page.getByRole("link", { name: "News Stack" }).click();
  await expect(heading(page, "News Stack")).toBeVisible();

  await page.goto("/account");
  await page.getByLabel("New password").fill("another-pass");
  await page.getByRole("button", { name: "Logout" }).click();
  const release = await holdCalls(page, "account.me");
  await discard(page);
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeFocused();
  await expect(page).toHaveURL("/");
});

test("Back stops a running import and shows its result", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.goto("/dashboard");
  await chooseMore(page, "Import");
  await page.getByRole("dialog").getByRole("textbox").first().fill("name\nClaude\nGemini");
  await press("Continue")(page);
  await press("Preview 2 Rows")(page);
  await expect(page.getByRole("button", { name: "Import 2 Rows" })).toBeEnabled();
  const release = await holdCalls(page, "imports.tools");
  await press("Import 2 Rows")(page);
  await page.goBack();
  release();
  await expect(page.getByText("2 tools added, 0 updated.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an unsent comment is a draft, so nothing asks", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await fill(ada);
  await page.goto("/chapter-loop");
  await press("Middlemarch")(page);
  const box = page.getByPlaceholder("Start a discussion about this reading...");
  await box.fill(TYPED);
  await page.getByRole("link", { name: "News Stack" }).click();
  await expect(heading(page, "News Stack")).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue(TYPED);
});

test("a comment asks if the browser stores no drafts", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await fill(ada);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto("/chapter-loop");
  await press("Middlemarch")(page);
  await page.getByPlaceholder("Start a discussion about this reading...").fill(TYPED);
  await page.getByRole("link", { name: "News Stack" }).click();
  await expect(page.getByRole("alertdialog", { name: QUESTION })).toBeAttached();
  await keep(page);
  await expect(page.getByPlaceholder("Start a discussion about this reading...")).toHaveValue(TYPED);
});

test("input for a reading survives its deletion by another person", THOROUGH, async ({ ada, signUp }) => {
  const { page } = ada;
  const bob = await signUp("bob");
  await fill(ada);
  await page.goto("/chapter-loop");
  await press("Edit Middlemarch")(page);
  await labelled("Notes")(page).fill(TYPED);
  const [reading] = await (await bob.request.get("/api/readings")).json();
  await bob.request.delete(`/api/readings/${reading.id}`);
  await press("Update Reading")(page);
  await expect(labelled("Notes")(page)).toHaveValue(TYPED);
});
