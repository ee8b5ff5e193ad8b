import type { Page } from "@playwright/test";

import { addTools } from "./ai-stack.ts";
import { failCalls } from "./calls.ts";
import { expect, type Person, PHONE, test, toast } from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { addReading } from "./reading-list.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const WINDOWS = [
  { width: 390, height: 844 },
  // A phone with an open keyboard.
  { width: 390, height: 400 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1280, height: 600 },
];

interface Save {
  path: string;
  procedure: string;
  /** The button that opens the dialog, and the first field to fill. */
  opener: string;
  field?: string;
  submit: string;
  /** The text of the toast. */
  failure: string;
}

const SAVES: Record<string, Save> = {
  "adding a tool": {
    path: "/dashboard",
    procedure: "tools.add",
    opener: "Add Tool",
    field: "Tool Name *",
    submit: "Add Tool",
    failure: "Failed to add AI tool",
  },
  "editing a prompt": {
    path: "/prompts",
    procedure: "prompts.edit",
    opener: "Edit Summary",
    field: "Prompt Name *",
    submit: "Update Prompt",
    failure: "Failed to update prompt",
  },
  "adding a reading": {
    path: "/chapter-loop",
    procedure: "readings.add",
    opener: "Add Reading",
    field: "Title *",
    submit: "Add Reading",
    failure: "Failed to add reading. Please try again.",
  },
  "deleting a tool": {
    path: "/dashboard",
    procedure: "tools.remove",
    opener: "Delete Claude",
    submit: "Delete",
    failure: "Failed to delete AI tool",
  },
  "deleting a prompt": {
    path: "/prompts",
    procedure: "prompts.remove",
    opener: "Delete Summary",
    submit: "Delete Prompt",
    failure: "Failed to delete prompt",
  },
};

async function fill(person: Person): Promise<void> {
  await addTools(person, [{ name: "Claude" }]);
  await addPrompts(person, [{ name: "Summary", prompt: "Summarize." }]);
}

/**
 * The parts of the dialog that the toast covers: its title, its close button, and the buttons of its footer.
 */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = document.querySelector("[data-tone]");
    const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
    if (!shown || !dialog) return ["no toast or no dialog"];
    const box = shown.getBoundingClientRect();
    const found = [];
    if (box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight) {
      found.push("the toast is not in the window");
    }
    const footer = [...dialog.querySelectorAll("[data-keep-clear] button, button[data-keep-clear]")];
    for (const kept of [...footer, ...dialog.querySelectorAll("h2")]) {
      const { left, right, top, bottom } = kept.getBoundingClientRect();
      if (left < box.right && right > box.left && top < box.bottom && bottom > box.top) {
        found.push(kept.textContent || kept.ariaLabel || kept.tagName);
      }
    }
    return footer.length < 3 ? [...found, "the dialog has no buttons"] : found;
  });

for (const [name, { path, procedure, opener, field, submit, failure }] of Object.entries(SAVES)) {
  test(
    `an error toast while ${name} covers neither the title nor the buttons`,
    thoroughUnless(name === "adding a tool"),
    async ({ ada }) => {
      const { page } = ada;
      await fill(ada);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(path);
      await failCalls(page, procedure);
      await page.getByRole("button", { name: opener }).first().click();
      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      if (field) await dialog.getByLabel(field).fill("Typed");
      for (const label of ["Author *", "Prompt *"]) {
        const other = dialog.getByLabel(label, { exact: true });
        if (field && (await other.count()) > 0) await other.fill("Typed");
      }
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await dialog.getByRole("button", { name: submit }).click();
        await expect(toast(page, failure)).toBeVisible();
        // Under the pointer, the toast stays until the check is done.
        await page.locator("[data-tone]").hover();
        await expect.poll(() => coveredByToast(page), `${size.width} × ${size.height}`).toEqual([]);
        await page.getByRole("button", { name: "Close notification" }).click();
        await expect(page.locator("[data-tone]")).toHaveCount(0);
      }
    },
  );
}

test("on a phone, a toast doesn't cover the list of people to mention", async ({ ada, signUp }) => {
  const { page } = ada;
  for (const name of ["grace", "gus", "gwen"]) await signUp(name);
  const { id } = await addReading(ada, { title: "Middlemarch" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize(PHONE);
  await page.goto(`/chapter-loop?reading=${id}`);
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.fill("A start");
  await field.press("Control+Enter");
  await expect(toast(page, "Comment added successfully!")).toBeVisible();
  await field.pressSequentially("@g");
  const list = page.getByRole("listbox", { name: "People to mention" });
  await expect(list).toBeVisible();
  await expect
    .poll(async () => {
      const [toastBox, listBox] = await Promise.all([
        page.locator("[data-tone]").boundingBox(),
        list.boundingBox(),
      ]);
      if (!toastBox || !listBox) return "no toast or no list";
      return toastBox.y < listBox.y + listBox.height && toastBox.y + toastBox.height > listBox.y;
    })
    .toBe(false);
});

test(
  "Escape in a notification closes only it and returns the focus to the dialog",
  THOROUGH,
  async ({ ada }) => {
    const { page } = ada;
    await page.goto("/dashboard");
    await failCalls(page, "tools.add");
    await page.getByRole("button", { name: "Add Tool" }).first().click();
    const name = page.getByRole("dialog").getByLabel("Tool Name *");
    await name.fill("Claude");
    for (const close of [
      () => page.keyboard.press("Escape"),
      async () => {
        await page.getByRole("button", { name: "Close notification" }).focus();
        await page.keyboard.press("Enter");
      },
    ]) {
      await name.press("Control+Enter");
      await expect(toast(page, "Failed to add AI tool")).toBeVisible();
      await name.focus();
      await page.keyboard.press("F8");
      await expect(page.getByRole("region", { name: /notifications/iu }).locator(":focus")).toHaveCount(1);
      await close();
      await expect(page.locator("[data-tone]")).toHaveCount(0);
      await expect(page.getByText("Discard your changes?")).toHaveCount(0);
      await expect(name).toBeFocused();
      await expect(name).toHaveValue("Claude");
    }
    await page.keyboard.press("Escape");
    await expect(page.getByText("Discard your changes?")).toBeVisible();
  },
);

test(
  "without a dialog, the toast is at the window's lower edge, at most 420 px wide",
  THOROUGH,
  async ({ ada }) => {
    const { page } = ada;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/account");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    // The toast rises for a moment, even with reduced motion.
    const box = () => page.locator("[data-tone]").boundingBox();
    await expect
      .poll(async () => Math.round(((await box())?.y ?? 0) + ((await box())?.height ?? 0)))
      .toBe(884);
    const { x = 0, width = Number.NaN } = (await box()) ?? {};
    expect(width).toBeLessThanOrEqual(420);
    expect(x + width).toBeGreaterThan(1400);
  },
);
