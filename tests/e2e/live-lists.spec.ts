import type { Page } from "@playwright/test";

import { countLine, rowOf, storedTool, storedTools } from "./ai-stack.ts";
import { callAsOther, openLive, topOf } from "./live-pages.ts";
import { expect, expectAccessible, type Person, PHONE, test } from "./product.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

const COUNT = 200;
const nameOf = (number: number) => `Tool ${String(number).padStart(3, "0")}`;

/** Two people; one has scrolled down in a catalogue of 200 tools, newest first. */
async function scrolledDown(
  signUp: (name: string) => Promise<Person>,
  size?: { width: number; height: number },
) {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    name: nameOf(COUNT - index),
    modality: "text",
  }));
  await callAsOther(ada, "POST", "/api/ai-tools/import", { rows });
  const { page } = grace;
  if (size) await page.setViewportSize(size);
  await openLive(page, "/dashboard");
  await expect(countLine(page)).toHaveText(`Showing ${COUNT} of ${COUNT} tools`);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const visibleRow = await findVisibleRow(page);
  await expect(visibleRow.opener).toBeInViewport();
  return { ada, page, ...visibleRow };
}

/** The first fully visible row. */
async function findVisibleRow(page: Page) {
  const find = () =>
    page.evaluate(() => {
      const openers = [...document.querySelectorAll("[data-row-open]")];
      const visibleRow = openers.find((opener) => opener.getBoundingClientRect().top > 150);
      return /Tool \d+/u.exec(visibleRow?.textContent ?? "")?.[0] ?? "";
    });
  await expect.poll(find).not.toBe("");
  const name = await find();
  return { name, opener: page.getByRole("button", { name, exact: true }) };
}

/** Fails if the row has moved by more than a pixel. */
async function expectInPlace(page: Page, name: string, top: number): Promise<void> {
  expect(Math.abs((await topOf(page, name)) - top)).toBeLessThanOrEqual(1);
}

for (const [device, size] of [
  ["a table", undefined],
  ["the cards of a phone", PHONE],
] as const) {
  test(
    `other people's changes in ${device} move nothing in view`,
    thoroughUnless(size === undefined),
    async ({ signUp }) => {
      const { ada, page, name } = await scrolledDown(signUp, size);
      const top = await topOf(page, name);

      await callAsOther(ada, "POST", "/api/ai-tools", { name: "Newcomer", notes: "Long ".repeat(20) });
      await expect(countLine(page)).toHaveText("Showing 201 of 201 tools");
      await expectInPlace(page, name, top);

      const [first, second, third] = await storedTools(ada);
      await callAsOther(ada, "DELETE", `/api/ai-tools/${third?.id}`);
      await expect(countLine(page)).toHaveText("Showing 200 of 200 tools");
      await expectInPlace(page, name, top);
      await callAsOther(ada, "DELETE", `/api/ai-tools/${second?.id}`);
      await callAsOther(ada, "DELETE", `/api/ai-tools/${first?.id}`);
      await expect(countLine(page)).toHaveText("Showing 198 of 198 tools");
      await expectInPlace(page, name, top);

      const { id } = await storedTool(ada, name);
      await callAsOther(ada, "PUT", `/api/ai-tools/${id}`, { modality: "video" });
      await expect(page.getByRole(size ? "listitem" : "row").filter({ hasText: name })).toContainText(
        "Video",
      );
      await expectInPlace(page, name, top);

      const rows = Array.from({ length: 50 }, (_, index) => ({ name: `Import ${index}` }));
      await callAsOther(ada, "POST", "/api/ai-tools/import", { rows });
      await expect(countLine(page)).toHaveText("Showing 248 of 248 tools");
      await expectInPlace(page, name, top);
    },
  );
}

/** The names in the table, from top to bottom. */
const namesOn = (page: Page) =>
  page
    .locator("[data-row-open]")
    .evaluateAll((openers) =>
      openers.map((opener) => opener.querySelector("[title]")?.getAttribute("title")),
    );

test(
  "a changed row stays in its position until sorting, filtering or a new visit",
  THOROUGH,
  async ({ signUp }) => {
    const [ada, grace] = [await signUp("ada"), await signUp("grace")];
    for (const name of ["Cursor", "Claude", "Whisper"])
      await callAsOther(ada, "POST", "/api/ai-tools", { name });
    const { page } = grace;
    await openLive(page, "/dashboard");
    await expect.poll(() => namesOn(page)).toEqual(["Whisper", "Claude", "Cursor"]);
    const { id } = await storedTool(ada, "Cursor");
    await callAsOther(ada, "PUT", `/api/ai-tools/${id}`, { company: "Anysphere" });
    await expect(rowOf(page, "Cursor").getByText("Anysphere")).toBeVisible();
    expect(await namesOn(page)).toEqual(["Whisper", "Claude", "Cursor"]);
    await expectAccessible(page);
    await callAsOther(ada, "POST", "/api/ai-tools", { name: "Suno" });
    await expect.poll(() => namesOn(page)).toEqual(["Suno", "Whisper", "Claude", "Cursor"]);

    await page.getByRole("link", { name: "Prompt Stack" }).click();
    await page.getByRole("link", { name: "AI Stack" }).click();
    await expect.poll(() => namesOn(page)).toEqual(["Suno", "Cursor", "Whisper", "Claude"]);
  },
);

test("the keyboard focus stays on its row during other people's changes", async ({ signUp }) => {
  const { ada, page, name, opener } = await scrolledDown(signUp);
  await opener.focus();
  const { id } = await storedTool(ada, name);
  const number = Number(name.slice("Tool ".length));
  await callAsOther(ada, "POST", "/api/ai-tools", { name: "Newcomer" });
  await expect(countLine(page)).toHaveText("Showing 201 of 201 tools");
  await expect(opener).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const next = page.getByRole("button", { name: nameOf(number - 1), exact: true });
  await expect(
    next.or(page.getByRole("button", { name: nameOf(number + 1), exact: true })).and(page.locator(":focus")),
  ).toHaveCount(1);
  await page.keyboard.press("ArrowUp");
  await expect(opener).toBeFocused();
  await callAsOther(ada, "DELETE", `/api/ai-tools/${id}`);
  await expect(opener).toHaveCount(0);
  await expect(page.locator("[data-row-open]:focus")).toHaveCount(1);
});

/** Chromium preserves the scroll position itself; other browsers do not. */
const withoutItsHelp = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.overflowAnchor = "none";
  });

test("the landscape also updates in place", THOROUGH, async ({ signUp }) => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    name: nameOf(index),
    modality: "text",
    industry: `Industry ${String(index % 20).padStart(2, "0")}`,
  }));
  await callAsOther(ada, "POST", "/api/ai-tools/import", { rows });
  const { page } = grace;
  await page.setViewportSize(PHONE);
  await openLive(page, "/dashboard?view=landscape");
  await withoutItsHelp(page);
  const heading = page.getByRole("heading", { name: /^Industry 12/u });
  await heading.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const top = (await heading.boundingBox())?.y ?? 0;
  const added = Array.from({ length: 30 }, (_, index) => ({
    name: `New ${index}`,
    industry: "Aaa",
    modality: "text",
  }));
  await callAsOther(ada, "POST", "/api/ai-tools/import", { rows: added });
  await expect(countLine(page)).toHaveText("Showing 230 of 230 tools");
  expect(Math.abs(((await heading.boundingBox())?.y ?? 0) - top)).toBeLessThanOrEqual(1);
});

test("the reading list updates in place, and counts comments", THOROUGH, async ({ signUp }) => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  for (let number = 1; number <= 40; number += 1)
    await callAsOther(ada, "POST", "/api/readings", { title: nameOf(number), author: "Austen" });
  const { page } = grace;
  await openLive(page, "/chapter-loop");
  await withoutItsHelp(page);
  const card = page.getByRole("listitem").filter({ hasText: nameOf(15) });
  await card.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const top = await topOf(page, nameOf(15));
  await callAsOther(ada, "POST", "/api/readings", { title: "Emma", author: "Austen" });
  await expect(page.getByText("Showing 41 of 41 readings")).toHaveCount(1);
  await expectInPlace(page, nameOf(15), top);

  const readings = await (await ada.request.get("/api/readings")).json();
  const idOf = (title: string) => readings.find((reading: { title: string }) => reading.title === title).id;
  await callAsOther(ada, "DELETE", `/api/readings/${idOf("Emma")}`);
  await callAsOther(ada, "DELETE", `/api/readings/${idOf(nameOf(40))}`);
  await callAsOther(ada, "POST", `/api/readings/${idOf(nameOf(15))}/comments`, { content: "Worth it." });
  await expect(page.getByText("Showing 39 of 39 readings")).toHaveCount(1);
  await expect(card.getByText("1 new")).toBeVisible();
  await expectInPlace(page, nameOf(15), top);
});
