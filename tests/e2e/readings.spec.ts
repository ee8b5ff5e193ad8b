import { existsSync, readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  test,
  toast,
} from "./product.ts";
import { addReading, chain, commentWith, countLine, openerOf, say } from "./reading-list.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const FIXTURES = "../shared/fixtures/open";
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a cover is uploaded, shown in the card, and hidden when it does not load", async ({ ada }) => {
  const { page } = ada;
  await page.goto("/chapter-loop");
  await page.getByRole("button", { name: "Add Reading" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Reading" });
  await dialog.getByLabel("Title").fill("With a cover");
  await dialog.getByLabel("Author").fill("Somebody");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: Buffer.from(PICTURE, "base64") });
  await expect(dialog.getByLabel("Cover Image URL", { exact: true })).toHaveValue(
    /^\/public-objects\/logos\/.+\.png$/u,
  );
  await dialog.getByRole("button", { name: "Add Reading" }).click();
  await expect(toast(page, "Reading added successfully!")).toBeVisible();
  await openerOf(page, "With a cover").click();
  await expect(page.getByRole("img", { name: "Cover of With a cover" })).toBeVisible();

  const { id } = await addReading(ada, { title: "Without one", imageUrl: "/public-objects/logos/gone.png" });
  await page.goto(`/chapter-loop?reading=${id}`);
  await expect(page.getByRole("heading", { name: "Discussion" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Cover of Without one" })).toHaveCount(0);
});

test(
  "an outdated edit shows another person's version, with both texts to choose from",
  THOROUGH,
  async ({ ada, signUp }) => {
    const bob = await signUp("bob");
    const { id } = await addReading(ada, { title: "Middlemarch", notes: "Short" });
    const { page } = ada;
    await page.goto("/chapter-loop");
    await page.getByRole("button", { name: "Edit Middlemarch" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Reading" });
    await dialog.getByLabel("Notes").fill("Mine");
    await bob.request.put(`/api/readings/${id}`, { data: { notes: "Theirs", revision: 1 } });
    await dialog.getByRole("button", { name: "Update Reading" }).click();
    const notes = dialog.getByRole("group", { name: "Notes" });
    await expect(notes.getByText("Theirs", { exact: true }).last()).toBeVisible();
    await expect(notes.getByText("Mine", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Update Reading" }).click();
    await expect(toast(page, "Reading updated successfully!")).toBeVisible();
    expect(await (await ada.request.get(`/api/readings/${id}`)).json()).toMatchObject({
      notes: "Mine",
      revision: 3,
    });
  },
);

test("deleting a reading names the number of deleted comments", THOROUGH, async ({ ada }) => {
  const { id } = await addReading(ada, { title: "Middlemarch" });
  await chain(ada, id, 3);
  const { page } = ada;
  await page.goto(`/chapter-loop?reading=${id}`);
  await page.getByRole("button", { name: "Delete Middlemarch" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Reading" });
  await expect(dialog).toContainText("Its 3 comments will be deleted too.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`/chapter-loop?reading=${id}`);
  await page.getByRole("button", { name: "Delete Middlemarch" }).click();
  await dialog.getByRole("button", { name: "Delete Reading" }).click();
  await expect(toast(page, "Reading deleted successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Readings Yet" })).toBeVisible();
  expect((await ada.request.get(`/api/readings/${id}`)).status()).toBe(404);
});

test("a Goodreads export and a BibTeX file are imported, and the list is exported in three formats", async ({
  ada,
}) => {
  const { page } = ada;
  const goodreads = ownOr(
    `${FIXTURES}/07-reading/books/bookwyrm-goodreads.csv`,
    'Book Id,Title,Author,ISBN13,Year Published,Bookshelves\n1,Emma,Jane Austen,"=""9780141439587""",1815,novels\n',
  );
  const bibtex = ownOr(
    `${FIXTURES}/07-reading/citations/a-complete-book.bib`,
    "@book{a, title = {Middlemarch}, author = {Eliot, George}, year = 1871}\n",
  );

  await page.goto("/chapter-loop?dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import Readings" });
  await expect(dialog.getByText("Drop CSV, JSON or BibTeX files here")).toBeVisible();
  await choose(page, "goodreads.csv", goodreads);
  await expect(dialog.getByLabel("Title")).toHaveValue("Title");
  await dialog.getByRole("button", { name: /^Preview/u }).click();
  await dialog.getByRole("button", { name: /^Import \d+ Row/u }).click();
  await dialog.getByRole("button", { name: "Another File" }).click();
  await choose(page, "list.bib", bibtex);
  await expect(dialog.getByLabel("Title")).toHaveValue("title");
  await dialog.getByLabel("Tags").selectOption("Not imported");
  await dialog.getByRole("button", { name: /^Preview/u }).click();
  await dialog.getByRole("button", { name: /^Import \d+ Row/u }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  const stored: { title: string }[] = await (await ada.request.get("/api/readings")).json();
  expect(stored.length).toBeGreaterThan(1);
  await expect(countLine(page)).toHaveText(`Showing ${stored.length} of ${stored.length} readings`);

  for (const [label, fileName] of [
    ["Export CSV, for spreadsheets", "readings.csv"],
    ["Export JSON, with fields and discussions", "readings.json"],
    ["Export BibTeX, for citations", "readings.bib"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await chooseMore(page, label);
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(fileName);
    expect(readFileSync(await download.path(), "utf8")).toContain(stored[0]?.title);
  }
});

for (const [device, viewport] of [
  ["a phone", PHONE],
  ["a wide screen", { width: 1440, height: 900 }],
] as const)
  test(
    `everything works on ${device}, in both themes, for everyone`,
    thoroughUnless(viewport === PHONE),
    async ({ ada }) => {
      test.setTimeout(120_000);
      const { id } = await addReading(ada, {
        title: "A title so long that no phone has room for it in one line, ".repeat(3),
        topic: "A topic of many words",
        tags: ["one", "a tag of several words"],
        notes: "https://example.com/".padEnd(300, "x"),
        isbn: "9780141439549",
        year: 1871,
        page: "1-20, 33, 47-51",
      });
      const ids = await chain(ada, id, 10);
      await say(ada, id, `A word without end: ${"x".repeat(400)}`, ids.at(-1));
      const { page } = ada;
      await page.setViewportSize(viewport);
      await page.goto(`/chapter-loop?reading=${id}&comment=${ids[4]}`);
      await expect(commentWith(page, "This is level 5.")).toHaveAttribute("aria-current", "true");
      await commentWith(page, "This is level 9.").getByRole("button", { name: "Reply", exact: true }).click();
      await commentWith(page, "This is level 10.").getByRole("button", { name: "Edit" }).click();
      // The top bar can cover half a button, but not at the top of the page.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Cancel" }).last().click();
      for (const dialog of ["add", `edit&item=${id}`, "import"]) {
        await page.goto(`/chapter-loop?dialog=${dialog}`);
        await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    },
  );

/** The text of a file next to the project, or a replacement. */
const ownOr = (path: string, own: string): string => (existsSync(path) ? readFileSync(path, "utf8") : own);

const choose = (page: Page, name: string, text: string) =>
  page
    .getByRole("dialog")
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
