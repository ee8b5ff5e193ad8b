import type { Page } from "@playwright/test";

import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const KEY = "ai-tools-custom-options";
const list = (page: Page, name: string) => page.getByRole("dialog").getByRole("region", { name });
const optionsIn = (page: Page, label: string) => page.getByRole("main").getByLabel(label).getByRole("option");
const stored = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null"), KEY);

const KINDS = [
  {
    noun: "Industry",
    plural: "Industries",
    first: "Creative",
    value: "creative",
    custom: "customIndustries",
    hidden: "hiddenDefaultIndustries",
  },
  {
    noun: "Modality",
    plural: "Modalities",
    first: "Audio",
    value: "audio",
    custom: "customModalities",
    hidden: "hiddenDefaultModalities",
  },
] as const;

for (const { noun, plural, first, value, custom, hidden } of KINDS) {
  test(
    `${plural} are added, removed, hidden and restored`,
    thoroughUnless(noun === "Industry"),
    async ({ ada }) => {
      const { page } = ada;
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Settings" }).click();
      await expect(page.getByRole("heading", { name: "Settings & Configuration" })).toBeVisible();
      const part = list(page, plural);
      const input = part.getByLabel(`Add ${noun}`);

      await part.getByRole("button", { name: "Add", exact: true }).click();
      await expect(input).toHaveAccessibleDescription(`${noun} name cannot be empty`);
      await input.fill(` ${first.toUpperCase()} `);
      await input.press("Enter");
      await expect(input).toHaveAccessibleDescription(`${noun} already exists or invalid name`);
      await input.fill(" Deep-Sea ");
      await input.press("Enter");
      await expect(toast(page, `${noun} Added`)).toBeVisible();
      await expect(input).toHaveValue("");
      await expect(part.getByText("Deep Sea", { exact: true })).toBeVisible();
      await expect.poll(() => stored(page)).toMatchObject({ [custom]: ["deep-sea"], [hidden]: [] });

      await part.getByRole("button", { name: `Remove ${first}` }).click();
      await expect(toast(page, `${noun} Hidden`)).toBeVisible();
      await expect(part.getByRole("heading", { name: "Restore Hidden Defaults" })).toBeVisible();
      await expect.poll(() => stored(page)).toMatchObject({ [hidden]: [value] });
      await expectAccessible(page);
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
      await expect(optionsIn(page, noun).filter({ hasText: first })).toHaveCount(0);
      await expect(optionsIn(page, noun).filter({ hasText: "Deep Sea" })).toHaveCount(1);

      await page.reload();
      await page.getByRole("button", { name: "Settings" }).click();
      await part.getByRole("button", { name: `Restore ${first}` }).click();
      await expect(toast(page, `${noun} Restored`)).toBeVisible();
      await expect(part.getByText("Restore Hidden Defaults")).toHaveCount(0);
      await part.getByRole("button", { name: "Remove Deep Sea" }).click();
      await expect(toast(page, `${noun} Removed`)).toBeVisible();
      await expect(part.getByText("Deep Sea")).toHaveCount(0);

      await part.getByRole("button", { name: `Remove ${first}` }).click();
      await part.getByRole("button", { name: noun === "Industry" ? "Remove Media" : "Remove Video" }).click();
      await part.getByRole("button", { name: "Restore All Defaults" }).click();
      await expect(toast(page, "All Defaults Restored")).toBeVisible();
      await expect.poll(() => stored(page)).toMatchObject({ [custom]: [], [hidden]: [] });
    },
  );
}

test("the lists are sorted by label and offered in the dialogs too", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/dashboard");
  await ada.page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    KEY,
    JSON.stringify({ customIndustries: ["biology"], hiddenDefaultModalities: ["text"] }),
  ] as const);
  await ada.page.goto("/dashboard?dialog=settings");
  await expect(list(ada.page, "Industries").getByRole("list").first().getByRole("listitem")).toHaveText([
    "Biology",
    "Creative",
    "Education",
    "Finance",
    "General",
    "Healthcare",
    "Marketing",
    "Media",
    "Software Dev",
  ]);
  await ada.page.goto("/dashboard?dialog=add");
  const options = (label: string) =>
    ada.page.getByRole("dialog").getByLabel(label, { exact: true }).getByRole("option");
  await expect(options("Industry").filter({ hasText: "Biology" })).toHaveCount(1);
  await expect(options("Modality")).toHaveText([
    "Choose a modality",
    "Audio",
    "Image",
    "Multimodal",
    "Video",
  ]);
});

test("invalid stored options are logged and ignored", THOROUGH, async ({ ada, complaints }) => {
  const { page } = ada;
  await page.goto("/dashboard");
  await page.evaluate((key) => localStorage.setItem(key, "{broken"), KEY);
  const logged = page.waitForEvent(
    "console",
    (message) => message.type() === "error" && message.text().includes(KEY),
  );
  await page.goto("/dashboard?dialog=settings");
  await logged;
  complaints.length = 0;
  await expect(list(page, "Industries").getByRole("listitem")).toHaveCount(8);
  await expect(list(page, "Modalities").getByRole("listitem")).toHaveCount(5);
  await list(page, "Industries").getByLabel("Add Industry").fill("space");
  await list(page, "Industries").getByLabel("Add Industry").press("Enter");
  await expect(toast(page, "Industry Added")).toBeVisible();
  complaints.length = 0;
  await expect
    .poll(() => stored(page))
    .toMatchObject({ customIndustries: ["space"], hiddenDefaultIndustries: [] });
});

test("each person's options stay in their own browser", THOROUGH, async ({ ada, signUp }) => {
  await ada.page.goto("/dashboard?dialog=settings");
  await list(ada.page, "Industries").getByLabel("Add Industry").fill("space");
  await list(ada.page, "Industries").getByLabel("Add Industry").press("Enter");
  await expect(toast(ada.page, "Industry Added")).toBeVisible();
  const grace = await signUp("grace");
  await grace.page.goto("/dashboard");
  await expect(optionsIn(grace.page, "Industry")).toHaveCount(9);
});

test("settings fit a phone", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  await grace.page.setViewportSize(PHONE);
  await grace.page.goto("/dashboard?dialog=settings");
  await expect(grace.page.getByText("1 user", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(grace.page);
  await expectAccessible(grace.page);
});
