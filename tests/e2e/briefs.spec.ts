import { readFile } from "node:fs/promises";

import { openDeck, texts } from "#tests/support/read-deck.ts";

import { addTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, toast } from "./product.ts";
import { decideOn } from "./team-verdicts.ts";

test("a brief is edited, saved as slides from Home in a few clicks, and published", async ({ ada }) => {
  await addTools(ada, [{ name: "Claude" }, { name: "Whisper" }]);
  await decideOn(ada, "Claude", { ring: "adopt", reason: "It halves reviews." });
  const { page } = ada;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Welcome/u })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("last month");
  await page.getByRole("option", { name: "Last Month's Brief" }).click();
  await expect(page.getByRole("radio", { name: "Last month" })).toBeChecked();

  await page.getByRole("link", { name: "Brief", exact: true }).first().click();
  await expect(page.getByText("Nothing Happened in This Period")).toBeVisible();
  await page.getByRole("radio", { name: "This week" }).click();
  await expect(page).toHaveURL(/\/brief\?from=.+&to=.+/u);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "PowerPoint" }).click();
  const deck = openDeck(await readFile(await (await download).path()));
  expect(texts(deck, "ppt/slides/slide2.xml")).toEqual(
    expect.arrayContaining(["Decisions", "Claude", "Adopt", "It halves reviews."]),
  );
  await expectAccessible(page);

  await page.getByRole("checkbox", { name: "Include Whisper" }).uncheck();
  await page.getByRole("textbox", { name: "Headline" }).fill("Claude is adopted");
  await page.getByRole("button", { name: "Move New tools up" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    /^New tools/u,
    /^Decisions/u,
  ]);
  await expect(page.getByRole("button", { name: "Move New tools up" })).toBeFocused();
  await expect(page.getByText("Your draft is saved automatically.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Headline" })).toHaveValue("Claude is adopted");
  await expect(page.getByRole("checkbox", { name: "Include Whisper" })).not.toBeChecked();

  await page.getByRole("button", { name: "Publish" }).click();
  await expect(toast(page, "Brief published")).toBeVisible();
  await expect(page).toHaveURL(/\/brief\/[\w-]+$/u);
  const address = page.url();
  await expect(page.getByRole("heading", { name: "Claude is adopted", level: 1 })).toBeVisible();

  await page.setViewportSize(PHONE);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    /^New tools 1/u,
    /^Decisions 1/u,
  ]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto("/brief");
  await page.getByRole("link", { name: "Claude is adopted" }).click();
  await expect(page).toHaveURL(address);
});
