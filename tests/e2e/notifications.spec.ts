import type { Locator, Page } from "@playwright/test";

import { expect, expectAccessible, PHONE, test, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const region = (page: Page) => page.getByRole("region", { name: /^Notifications/ });
const newIndustry = (page: Page) => page.getByLabel("Add Industry");

/** Moves the pointer across a control step by step, like a hand. */
async function passOver(control: Locator) {
  for (const x of [4, 8, 12, 16]) await control.hover({ position: { x, y: 24 } });
}

/** Settings, whose toasts need no server, with a stopped clock. */
async function openSettingsWithoutTime(page: Page) {
  await page.clock.install();
  await page.goto("/dashboard?dialog=settings");
  await newIndustry(page).fill("first");
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

test("one toast is visible at a time, for five seconds", async ({ ada }) => {
  await openSettingsWithoutTime(ada.page);
  await newIndustry(ada.page).press("Enter");
  await expect(toast(ada.page, "Industry Added")).toBeVisible();
  await ada.page.clock.runFor(3000);
  await newIndustry(ada.page).fill("second");
  await newIndustry(ada.page).press("Enter");
  await expect(toast(ada.page, "Second")).toBeVisible();
  await expect(region(ada.page).getByRole("listitem")).toHaveCount(1);

  await ada.page.clock.runFor(4900);
  await expect(toast(ada.page, "Second")).toBeVisible();
  await ada.page.clock.runFor(200);
  await expect(region(ada.page).getByRole("listitem")).toHaveCount(0);
});

test("F8 focuses the notification, which can be closed there", async ({ ada }) => {
  await ada.page.goto("/dashboard?dialog=settings");
  await newIndustry(ada.page).fill("space");
  await newIndustry(ada.page).press("Enter");
  await expect(toast(ada.page, "Industry Added")).toBeVisible();
  await ada.page.keyboard.press("F8");
  await expect(region(ada.page).locator(":focus")).toHaveCount(1);
  await region(ada.page).getByRole("button", { name: "Close notification" }).click();
  await expect(region(ada.page).getByRole("listitem")).toHaveCount(0);
  await expect(newIndustry(ada.page)).toBeVisible();

  // This shows a new toast, because axe opens its own window, and returning from it resumes the five seconds.
  await newIndustry(ada.page).fill("ocean");
  await newIndustry(ada.page).press("Enter");
  await expect(toast(ada.page, "Industry Added")).toBeVisible();
  await expectAccessible(ada.page);
});

test("a toast is dismissed by a swipe of at least 50 pixels to the right", THOROUGH, async ({ ada }) => {
  await openSettingsWithoutTime(ada.page);
  await newIndustry(ada.page).press("Enter");
  const message = toast(ada.page, "Industry Added");
  const swipe = async (pixels: number) => {
    const { x = 0, y = 0 } = (await message.boundingBox()) ?? {};
    await ada.page.mouse.move(x + 5, y + 5);
    await ada.page.mouse.down();
    await ada.page.mouse.move(x + 15, y + 5);
    await ada.page.mouse.move(x + 5 + pixels, y + 5);
    await ada.page.mouse.up();
  };
  await swipe(40);
  await expect(message).toBeVisible();
  await swipe(60);
  await expect(region(ada.page).getByRole("listitem")).toHaveCount(0);
});

test("the notifications are at most 420 pixels wide, and as wide as a phone", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/dashboard?dialog=settings");
  await newIndustry(ada.page).fill("space");
  await newIndustry(ada.page).press("Enter");
  await expect(toast(ada.page, "Industry Added")).toBeVisible();
  const list = region(ada.page).getByRole("list");
  expect((await list.boundingBox())?.width).toBeLessThanOrEqual(420);
  await ada.page.setViewportSize(PHONE);
  await expect.poll(async () => (await list.boundingBox())?.width).toBeCloseTo(PHONE.width);
});

test("a tooltip appears after 700 ms; the next within 300 ms appears at once", THOROUGH, async ({ ada }) => {
  await ada.page.clock.install();
  await ada.page.goto("/dashboard?view=landscape");
  await ada.page.request.post("/api/ai-tools/starter-catalogue");
  await ada.page.reload();
  const toggle = ada.page.getByRole("button", { name: "Toggle Sidebar" });
  const larger = ada.page.getByRole("button", { name: "Zoom in" });
  const smaller = ada.page.getByRole("button", { name: "Zoom out" });
  const tooltip = ada.page.getByRole("tooltip");
  await expect(larger).toBeVisible();
  await ada.page.clock.pauseAt(new Date(Date.now() + 60_000));

  await larger.hover();
  await ada.page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await ada.page.clock.runFor(10);
  await expect(tooltip).toHaveText("Zoom in");
  await passOver(smaller);
  await expect(tooltip).toHaveText("Zoom out");

  await passOver(ada.page.getByRole("searchbox", { name: "Search tools" }));
  await ada.page.clock.runFor(310);
  await expect(tooltip).toHaveCount(0);
  await toggle.hover();
  await ada.page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await ada.page.clock.runFor(10);
  await expect(tooltip).toHaveText("Toggle Sidebar");
});
