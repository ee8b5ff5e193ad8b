import { existsSync } from "node:fs";
import { join } from "node:path";

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
import { addPrompts, countLine, rowOf, storedPrompt, storedPrompts, titleOf } from "./prompt-stack.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const CHEF = {
  name: "Chef",
  prompt: "Cook {{dish}} for {{guests:two}}.\nUse what is in season.",
  purpose: "Dinner ideas",
  modality: "text-generation",
  industry: "real-estate",
  tags: ["food", "fun", "kitchen"],
  promptAuthor: "remy",
  notes: "Works with small models too.",
};
const POET = { name: "Poet", prompt: "Rhyme about {{topic}}.", modality: "text", tags: ["fun"] };
const PAINTER = { name: "Painter", prompt: "Paint.", modality: "image" };

// A picture of one pixel.
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const COLLECTION = join(
  import.meta.dirname,
  "../../../shared/fixtures/open/06-prompts/awesome-chatgpt-prompts.csv",
);

test("the empty library leads to the first prompt, with tags and an uploaded example image", async ({
  ada,
}) => {
  const { page } = ada;
  const release = await holdCalls(page, "prompts.list");
  await page.goto("/prompts");
  await expect(page).toHaveTitle(/Prompt Stack/u);
  await expect(page.getByRole("heading", { level: 1, name: "Prompt Stack" })).toBeVisible();
  await expect(page.getByText("Manage and discover AI prompts")).toBeVisible();
  await expect(page.locator("output:has-text('Loading prompts') ~ .border-t")).toHaveCount(6);
  release();
  await expect(page.getByRole("heading", { name: "No Prompts Found" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add Your First Prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Prompt" });
  await expect(dialog.getByRole("textbox", { name: "Prompt Author" })).toHaveValue("ada");
  await dialog.getByRole("textbox", { name: "Prompt Name" }).fill("Chef");
  const text = dialog.getByRole("textbox", { name: "Prompt *", exact: true });
  await expect(text).toHaveAttribute("rows", "8");
  await text.fill(CHEF.prompt);
  await expect(dialog.getByText(`${CHEF.prompt.length}/5000 characters`)).toBeVisible();
  await dialog.getByRole("combobox", { name: "Modality" }).selectOption("Code Generation");
  await dialog.getByLabel("Example Image: file").setInputFiles({
    name: "dish.png",
    mimeType: "image/png",
    buffer: PNG,
  });
  await expect(toast(page, "Example image uploaded successfully")).toBeVisible();
  await expect(dialog.getByRole("img", { name: "Preview" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Tags" }).fill("food");
  await expectAccessible(page);

  const releaseCalls = await holdCalls(page, "prompts.add");
  await dialog.getByRole("button", { name: "Add Prompt" }).click();
  await expect(dialog.getByRole("button", { name: "Adding Prompt..." })).toBeVisible();
  releaseCalls();
  await expect(toast(page, "Prompt added successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(countLine(page)).toHaveText("Showing 1 of 1 prompts");
  const stored = await storedPrompt(ada, "Chef");
  expect(stored).toMatchObject({ promptAuthor: "ada", modality: "code-generation", tags: ["food"] });
  expect(stored.exampleImageUrl).toMatch(/^\/public-objects\/logos\/.+\.png$/u);

  await rowOf(page, "Chef").click();
  await expect(page.getByRole("img", { name: "Example result of this prompt" })).toBeVisible();
});

test("the table and the detail show a prompt, and their tags and rows are links", async ({ ada }) => {
  const { page } = ada;
  const chef = await addPrompts(ada, [PAINTER, POET, CHEF]);
  await page.goto("/prompts");
  await expect(countLine(page)).toHaveText("Showing 3 of 3 prompts");
  const row = rowOf(page, "Chef");
  await expect(row.getByRole("cell")).toContainText(["Chef", "Real Estate", "Text Generation", "foodfun+1"]);
  await expectAccessible(page);

  await row.getByText("Real Estate").click();
  const dialog = page.getByRole("dialog", { name: "Chef" });
  await expect(dialog.getByText("Dinner ideas")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Prompt" })).toHaveText(CHEF.prompt);
  await expect(dialog.getByRole("term")).toHaveText(["Author", "Last Updated", "Variables", "Tags", "Notes"]);
  await expect(page).toHaveURL(`/prompts?prompt=${chef?.id}`);
  await expectAccessible(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await dialog.getByRole("button", { name: "fun" }).click();
  await expect(page.getByRole("searchbox", { name: "Search prompts" })).toHaveValue("fun");
  await expect(countLine(page)).toHaveText("Showing 2 of 3 prompts");
  await expect(page).toHaveURL("/prompts?q=fun");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(countLine(page)).toHaveText("Showing 3 of 3 prompts");
});

test("modalities have the specified colours", THOROUGH, async ({ ada }) => {
  const modalities = ["Text", "Image", "Audio", "Video", "Multimodal", "Other", "Translation"];
  await addPrompts(
    ada,
    modalities.map((name) => ({ name, prompt: ".", modality: name.toLowerCase() })),
  );
  await ada.page.goto("/prompts");
  const colourOf = (name: string) =>
    rowOf(ada.page, name)
      .getByRole("cell")
      .nth(2)
      .locator("span")
      .first()
      .evaluate((badge) => getComputedStyle(badge).backgroundColor);
  await expect(countLine(ada.page)).toBeVisible();
  const colours = await Promise.all(modalities.map(colourOf));
  expect(new Set(colours).size).toBe(6);
  expect(colours[5]).toBe(colours[6]);
});

test("a prompt is copied from its row, from the detail and by a key", async ({ ada }) => {
  const { page } = ada;
  await addPrompts(ada, [POET, CHEF]);
  await page.goto("/prompts");
  await page.getByRole("button", { name: "Copy Poet" }).click();
  await expect(toast(page, "Prompt copied")).toBeVisible();
  await expect.poll(() => readClipboard(page)).toBe(POET.prompt);

  await page.keyboard.press("k");
  await page.keyboard.press("c");
  await expect.poll(() => readClipboard(page)).toBe(CHEF.prompt);

  await page.getByRole("button", { name: "Poet", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => readClipboard(page)).toBe(POET.prompt);
});

test("everything is reached by keyboard", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addPrompts(ada, [POET, CHEF]);
  await page.goto("/prompts");
  await expect(countLine(page)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("fun n c");
  await expect(page.getByRole("searchbox")).toHaveValue("fun n c");
  await page.keyboard.press("Escape");
  await expect(countLine(page)).toHaveText("Showing 2 of 2 prompts");
  await expect(rowOf(page, "Chef")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: "Poet", exact: true })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(titleOf(page, "Chef")).toBeVisible();
  await page.keyboard.press("e");
  await expect(titleOf(page, "Edit Prompt")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(titleOf(page, "Chef")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Prompt Name" })).toBeFocused();
  await page.keyboard.type("New");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Text");
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "Prompt added successfully")).toBeVisible();
  // While a dialog is open, the key does nothing.
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Poet");
  await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toHaveText(/Poet/u);
  await page.keyboard.press("Enter");
  await expect(titleOf(page, "Poet")).toBeVisible();
});

test("edit and delete show pending labels and toasts, and failures preserve the input", async ({
  ada,
  complaints,
}) => {
  const { page } = ada;
  await addPrompts(ada, [CHEF]);
  await page.goto("/prompts");
  await page.getByRole("button", { name: "Edit Chef" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Prompt" });
  await expect(dialog.getByRole("combobox", { name: "Industry" })).toHaveValue("real-estate");
  await dialog.getByRole("textbox", { name: "Purpose" }).fill("Lunch ideas");
  const stopFailing = await failCalls(page, "prompts.edit");
  await dialog.getByRole("button", { name: "Update Prompt" }).click();
  await expect(toast(page, "Failed to update prompt")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Purpose" })).toHaveValue("Lunch ideas");
  await stopFailing();
  const releaseCalls = await holdCalls(page, "prompts.edit");
  await dialog.getByRole("button", { name: "Update Prompt" }).click();
  await expect(dialog.getByRole("button", { name: "Updating..." })).toBeVisible();
  releaseCalls();
  await expect(toast(page, "Prompt updated successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await storedPrompt(ada, "Chef")).toMatchObject({ purpose: "Lunch ideas", notes: CHEF.notes });

  await page.getByRole("button", { name: "Delete Chef" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Prompt" });
  await expect(question.getByText("Are you sure you want to delete Chef?")).toBeVisible();
  await expectAccessible(page);
  const stopFailingDelete = await failCalls(page, "prompts.remove");
  await question.getByRole("button", { name: "Delete Prompt" }).click();
  await expect(toast(page, "Failed to delete prompt")).toBeVisible();
  await stopFailingDelete();
  const releaseDeletion = await holdCalls(page, "prompts.remove");
  await question.getByRole("button", { name: "Delete Prompt" }).click();
  await expect(question.getByRole("button", { name: "Deleting..." })).toBeVisible();
  releaseDeletion();
  await expect(toast(page, "Prompt deleted successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Prompts Found" })).toBeVisible();
  complaints.length = 0;
});

test("a person saving an outdated prompt sees both texts and decides", THOROUGH, async ({ ada, signUp }) => {
  const grace = await signUp("grace");
  const { page } = ada;
  await addPrompts(ada, [CHEF]);
  await page.goto("/prompts");
  await grace.page.goto("/prompts");
  for (const person of [ada, grace]) await person.page.getByRole("button", { name: "Edit Chef" }).click();

  const dialogOf = (person: typeof ada) => person.page.getByRole("dialog", { name: "Edit Prompt" });
  const textOf = (person: typeof ada) =>
    dialogOf(person).getByRole("textbox", { name: "Prompt *", exact: true });
  await textOf(grace).fill("Cook {{dish}} slowly.");
  await dialogOf(grace).getByRole("button", { name: "Update Prompt" }).click();
  await expect(toast(grace.page, "Prompt updated successfully")).toBeVisible();

  await textOf(ada).fill("Bake {{dish}}.");
  await dialogOf(ada).getByRole("button", { name: "Update Prompt" }).click();
  const conflict = dialogOf(ada).getByRole("alert");
  await expect(conflict).toContainText("Someone else changed this prompt after you opened it");
  const theirs = conflict.getByRole("radio", { name: /^Theirs/u });
  await expect(theirs).toHaveAccessibleName(/Cook \{\{dish\}\} slowly\.$/u);
  await expect(conflict.getByRole("radio", { name: /^Yours/u })).toHaveAccessibleName(
    /Bake \{\{dish\}\}\.$/u,
  );
  await expect(textOf(ada)).toHaveValue("Bake {{dish}}.");
  expect(await storedPrompt(ada, "Chef")).toMatchObject({ prompt: "Cook {{dish}} slowly.", revision: 2 });
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await theirs.check();
  await expect(textOf(ada)).toHaveValue("Cook {{dish}} slowly.");
  await conflict.getByRole("radio", { name: /^Yours/u }).check();
  await dialogOf(ada).getByRole("button", { name: "Update Prompt" }).click();
  await expect(toast(page, "Prompt updated successfully")).toBeVisible();
  expect(await storedPrompt(ada, "Chef")).toMatchObject({ prompt: "Bake {{dish}}.", revision: 3 });
});

test("in a short window an open prompt begins at its start", async ({ ada }) => {
  const { page } = ada;
  const prompt = await addPrompts(ada, [{ ...CHEF, prompt: "Cook.\n".repeat(60) }]);
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto(`/prompts?prompt=${prompt?.id}`);
  await expect(page.getByRole("button", { name: "Use Prompt" })).toBeFocused();
  await expect(page.getByText("Not rated yet")).toBeVisible();
  await expect(titleOf(page, "Chef")).toBeInViewport({ ratio: 1 });
});

test("the number of a prompt's stars moves nothing when it arrives", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addPrompts(ada, [CHEF]);
  await page.setViewportSize(PHONE);
  await page.goto("/prompts");
  const marks = page.waitForResponse((response) => response.url().includes("prompts.mark"));
  await page.getByRole("button", { name: "Star: Chef" }).click();
  await marks;
  const release = await holdCalls(page, "prompts.stars");
  await page.reload();
  const stars = page.getByRole("listitem").getByRole("definition").first();
  await expect(stars).toHaveText("");
  const box = await stars.boundingBox();
  release();
  await expect(stars).toHaveText("1");
  expect(await stars.boundingBox()).toEqual(box);
});

test("variables are filled in live, copied, and survive a reload", async ({ ada }) => {
  const { page } = ada;
  await addPrompts(ada, [CHEF]);
  await page.goto("/prompts");
  await page.getByRole("button", { name: "Chef", exact: true }).click();
  await page.getByRole("button", { name: "Use Prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "Use Prompt" });
  const filled = dialog.getByRole("region", { name: "Filled prompt" });
  await expect(filled).toHaveText("Cook {{dish}} for two.\nUse what is in season.");
  await dialog.getByRole("textbox", { name: "dish" }).fill("soup");
  await expect(filled).toHaveText("Cook soup for two.\nUse what is in season.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Copy Prompt" }).click();
  await expect(toast(page, "Prompt copied")).toBeVisible();
  await expect.poll(() => readClipboard(page)).toBe("Cook soup for two.\nUse what is in season.");
  await dialog.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect(toast(page, "Prompt copied as Markdown")).toBeVisible();
  await expect.poll(() => readClipboard(page)).toMatch(/^## Chef\n\nDinner ideas\n\n```text\nCook soup/u);

  await page.reload();
  await expect(dialog.getByRole("textbox", { name: "dish" })).toHaveValue("soup");
});

test("the history compares versions and restores one", THOROUGH, async ({ ada, signUp }) => {
  const grace = await signUp("grace", { firstName: "Grace" });
  const chef = await addPrompts(ada, [CHEF]);
  const data = { prompt: CHEF.prompt.replace("Cook", "Bake"), note: "Ovens are quicker", tags: ["food"] };
  await grace.request.put(`/api/prompts/${chef?.id}`, { data });
  const { page } = ada;
  await page.goto(`/prompts?prompt=${chef?.id}`);
  await chooseMore(page.getByRole("dialog"), "History");
  const dialog = page.getByRole("dialog", { name: "History" });
  const newest = dialog.getByRole("button", { name: /^Version 2/u });
  await expect(newest).toContainText("Grace");
  await expect(newest).toContainText("Ovens are quicker");
  await expect(newest).toContainText("Changed Prompt, Tags");
  await expect(dialog.getByRole("deletion").first()).toHaveText("Cook");
  await expect(dialog.getByRole("insertion").first()).toHaveText("Bake");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Version 1/u }).click();
  await dialog.getByRole("button", { name: "Restore Version 1" }).click();
  await expect(toast(page, "Version restored")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Version 3/u })).toContainText("Restored version 1");
  expect(await storedPrompt(ada, "Chef")).toMatchObject({
    prompt: CHEF.prompt,
    tags: CHEF.tags,
    revision: 3,
  });
});

test(
  "an existing prompt is named while adding one, and opens next to the form",
  THOROUGH,
  async ({ ada }) => {
    const { page } = ada;
    await addPrompts(ada, [CHEF]);
    await page.goto("/prompts?dialog=add");
    const dialog = page.getByRole("dialog", { name: "Add New Prompt" });
    await dialog.getByRole("textbox", { name: "Prompt Name" }).fill("chef");
    await expect(dialog.getByText("There's already a similar prompt")).toBeVisible();
    await expectAccessible(page);
    const opened = page.waitForEvent("popup");
    await dialog.getByRole("link", { name: /^Chef/u }).click();
    await expect(titleOf(await opened, "Chef")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Prompt Name" })).toHaveValue("chef");
  },
);

test("a collection is imported, exported and recognised again", async ({ ada }) => {
  test.slow();
  const { page } = ada;
  const small = {
    name: "prompts.csv",
    mimeType: "text/csv",
    buffer: Buffer.from('act,prompt\nPoet,"Rhyme, please"\nChef,Cook\nChef,Bake\nEmpty,\n'),
  };
  await page.goto("/prompts?dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import Prompts" });
  await expectAccessible(page);
  await dialog.getByLabel("File to import").setInputFiles(existsSync(COLLECTION) ? COLLECTION : small);
  await expect(dialog.getByRole("combobox", { name: /^Prompt name/u })).toHaveValue("act");
  await expect(dialog.getByRole("combobox", { name: "Prompt *", exact: true })).toHaveValue("prompt");
  await dialog.getByRole("button", { name: /^Preview/u }).click();
  await expect(dialog.getByRole("button", { name: /^New/u })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Import [\d,]+ Rows$/u }).click();
  const report = dialog.getByText(/^[\d,]+ prompts added, 0 updated/u);
  await expect(report).toBeVisible({ timeout: 60_000 });
  const added = Number((await report.innerText()).split(" ")[0]?.replaceAll(",", ""));
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(countLine(page)).toHaveText(`Showing ${added} of ${added} prompts`);
  await expect.poll(() => storedPrompts(ada)).toHaveLength(added);

  for (const format of ["CSV", "JSON"]) {
    await page.goto("/prompts?dialog=export");
    const exporting = page.getByRole("dialog", { name: "Export Prompts" });
    await exporting.getByRole("radio", { name: new RegExp(`^${format}`, "u") }).check();
    if (format === "CSV") await expectAccessible(page);
    const download = page.waitForEvent("download");
    await exporting.getByRole("button", { name: /^Export [\d,]+ Prompts$/u }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`prompts.${format.toLowerCase()}`);
    await expect(toast(page, "Export Successful")).toBeVisible();

    await page.goto("/prompts?dialog=import");
    await dialog.getByLabel("File to import").setInputFiles(await file.path());
    await dialog.getByRole("button", { name: /^Preview/u }).click();
    await expect(dialog.getByRole("button", { name: "Nothing to Import" })).toBeVisible();
    await expect(dialog.getByRole("button", { name: `Skip ${added.toLocaleString("en-US")}` })).toBeVisible();
  }
});

const DIALOGS: Record<string, readonly string[]> = {
  "the list, the form, the detail and Use Prompt": ["?dialog=add", "?prompt=CHEF", "?dialog=use&prompt=CHEF"],
  "every other dialog": [
    ...["settings", "import", "export"].map((name) => `?dialog=${name}`),
    ...["edit", "history", "delete"].map((name) => `?dialog=${name}&prompt=CHEF`),
  ],
};
for (const [what, addresses] of Object.entries(DIALOGS))
  test(
    `on a phone, nothing scrolls sideways and axe finds nothing: ${what}`,
    thoroughUnless(what !== "every other dialog"),
    async ({ ada }) => {
      test.slow();
      const { page } = ada;
      const chef = await addPrompts(ada, [
        POET,
        { ...CHEF, name: "A chef whose name is far too long for a phone" },
      ]);
      await page.setViewportSize(PHONE);
      await page.goto("/prompts");
      await expect(page.getByRole("list", { name: "Prompts" })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      for (const address of addresses) {
        await page.goto(`/prompts${address.replace("CHEF", chef?.id ?? "")}`);
        await expect(
          page.locator("[role=dialog], [role=alertdialog]").getByRole("heading", { level: 2 }),
        ).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    },
  );
